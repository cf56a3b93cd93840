#pragma once

#include <memory>
#include <vector>

#include "bgr_image.hpp"
#include "facecap_detectors.h"
#include "facecap_networks.h"
#include "source_image.hpp"

namespace facecap {

/// A small copy of a part of a stored image, chroma at full size; its buffers are used again.
class SmallImage {
public:
    /// Takes a view: every plane is scaled, then turned.
    void scale(const SourceImage &source, const FacecapView &view);
    /// Takes what crops with one middle and one side show, once for all of them, without aliasing where it
    /// is sampled. It is read until the last of them is cut.
    void take(const SourceImage &source, const FacecapCrop *crops, int count, int side);
    /// Cuts one of the crops that were taken.
    void cut(const FacecapCrop &crop, int side);
    /// The luma of a view; it stays valid until the next call.
    const cv::Mat &scale_luma(const SourceImage &source, const FacecapView &view);

    /// Writes blue, green and red into an image, from column `start` of its first row on.
    void write(BgrImage &image, int start);

private:
    struct DestroyScaler {
        void operator()(FacecapScaler *scaler) const { facecap_scaler_destroy(scaler); }
    };

    /// A part of a plane in which crops lie.
    struct Part {
        /// Of the source, or `reduced`.
        cv::Mat samples;
        cv::Mat reduced;
        /// The middle of the crops, and samples for each pixel of the source.
        double center_x, center_y, per_column, per_row;
    };

    static FacecapSamples samples_of(const cv::Mat &part) {
        return {part.data, static_cast<ptrdiff_t>(part.step[0]), part.cols, part.rows,
                part.channels()};
    }
    /// Scales a part of the plane of that index.
    void resample(const cv::Mat &part, int index, cv::Size size, cv::Mat &result);
    FacecapColorRow color_row(int row) const;
    void scale_plane(const SourceImage &source, const FacecapView &view, int plane);
    void take_plane(
        const SourcePlane &source, const FacecapCrop &crop, double touched, int side, int index);

    FacecapPixelFormat format_ = FACECAP_PIXEL_FORMAT_GRAY8;
    bool is_full_range_ = false;
    int plane_count_ = 0;
    std::array<cv::Mat, 3> planes_;
    std::array<Part, 3> parts_;
    /// One for each plane, which keeps the tables of its size.
    std::array<std::unique_ptr<FacecapScaler, DestroyScaler>, 3> scalers_;
    cv::Mat scratch_;
    cv::Mat luma_;
    /// Of an image without colors.
    std::vector<uint8_t> no_chroma_;
};

}  // namespace facecap
