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

    /// Frontal faces, then profiles, then profiles of the mirror image; valid until the next call.
    const std::vector<FacecapHaarFace> &detect(
        const SourceImage &source, const FacecapView &view, const FacecapHaarSearch &search);

    /// The left and the right eye of a view of one face; whether both were found.
    bool find_eyes(const SourceImage &source, const FacecapView &view, double eyes[4]);

private:
    void add_faces(
        cv::CascadeClassifier &cascade, const cv::Mat &luma, const FacecapHaarSearch &search,
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
