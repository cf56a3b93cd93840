#pragma once

#include <opencv2/dnn.hpp>
#include <vector>

#include "small_picture.hpp"

namespace facecap {

/// A network that finds faces, with its buffers; what differs between networks is in its children.
class FaceNetwork {
public:
    virtual ~FaceNetwork() = default;

    /// The faces of a view, best first; valid until the next call.
    const std::vector<FacecapFace> &detect(
        const SourcePicture &source, const FacecapView &view, float score_threshold);

    /// One face a crop, or one with score 0; returns how many there are.
    int look_again(
        const SourcePicture &source, const FacecapCrop *crops, int count, FacecapFace *faces);

protected:
    /// How the channels of the input follow each other.
    enum class Channels { bgr, rgb };

    /// The network with an input of its own: a change of the input's size makes OpenCV plan again.
    struct Pass {
        cv::dnn::Net net;
        cv::Mat input;
        cv::Size size;
    };

    /// Silences OpenCV; the network itself is read by the child.
    FaceNetwork(Channels channels, int maximum_crops);

    /// Gives the input a size, a multiple of 32; its content is that of the last use.
    virtual void prepare(Pass &pass, cv::Size size);
    /// Runs the network on the pass's input and adds all that it scores at least `score_threshold`.
    virtual void run(Pass &pass, float score_threshold, std::vector<FacecapFace> &faces) = 0;
    /// Looks at nothing once, so that a network of another shape is refused when it is read.
    void try_out();

    Pass view_;
    Pass crops_;

private:
    /// Writes the small picture into the input, from a column on.
    void write_small_picture(Pass &pass, int column);
    void look_at(const SourcePicture &source, const FacecapCrop *crops, int count);
    FacecapFace face_of_crop(const FacecapCrop &crop, int index);

    Channels channels_;
    int maximum_crops_;
    SmallPicture small_;
    std::vector<FacecapFace> faces_;
    std::vector<FacecapFace> crop_faces_;
};

}  // namespace facecap
