#pragma once

#include "bgr_image.hpp"
#include "source_picture.hpp"

namespace facecap {

/// A small copy of a part of a stored picture, chroma at full size; its buffers are used again.
class SmallPicture {
public:
    /// Takes a view: every plane is scaled, then turned.
    void scale(const SourcePicture &source, const FacecapView &view);
    /// Takes a crop, sampled without aliasing.
    void cut(const SourcePicture &source, const FacecapCrop &crop, int side);
    /// The luma of a view; it stays valid until the next call.
    const cv::Mat &scale_luma(const SourcePicture &source, const FacecapView &view);

    /// Writes blue, green and red into an image, from column `start` of its first row on.
    void write(BgrImage &image, int start) const;

private:
    void scale_plane(const SourcePicture &source, const FacecapView &view, int plane);
    void cut_plane(const SourcePlane &source, const FacecapCrop &crop, int side, cv::Mat &result);

    FacecapPixelFormat format_ = FACECAP_PIXEL_FORMAT_GRAY8;
    bool is_full_range_ = false;
    std::array<cv::Mat, 3> planes_;
    cv::Mat scratch_;
    cv::Mat luma_;
};

}  // namespace facecap
