#pragma once

#include <opencv2/objdetect.hpp>
#include <string>
#include <vector>

#include "small_image.hpp"

namespace facecap {

/// Three cascades with their buffers.
class Haar {
public:
    /// From XML; throws where one is no cascade.
    Haar(const std::string &frontal, const std::string &profile, const std::string &eye);

    /// The sizes of faces that are looked for, in pixels; 0 is no upper limit.
    struct Sizes {
        int smallest;
        int largest;
    };

    /// Frontal faces, each size `frontal_step` times the one before, then profiles, then profiles of the
    /// mirror image; valid until the next call.
    const std::vector<FacecapHaarFace> &detect(
        const SourceImage &source, const FacecapView &view, double frontal_step, Sizes sizes);

    /// The left and the right eye of a view of one face; whether both were found.
    bool find_eyes(const SourceImage &source, const FacecapView &view, double eyes[4]);

private:
    void add_faces(
        cv::CascadeClassifier &cascade, const cv::Mat &luma, double step, Sizes sizes,
        bool is_mirrored);
    /// The middle of the best eye in a part of `luma`; whether there is one.
    bool find_eye(const cv::Mat &luma, cv::Rect part, double *eye);

    cv::CascadeClassifier frontal_;
    cv::CascadeClassifier profile_;
    cv::CascadeClassifier eye_;
    SmallImage small_;
    cv::Mat mirrored_;
    std::vector<cv::Rect> rects_;
    std::vector<int> neighbors_;
    std::vector<FacecapHaarFace> faces_;
};

}  // namespace facecap
