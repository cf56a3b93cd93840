#include "yunet.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/core/utils/logger.hpp>
#include <stdexcept>

#include "face_overlap.hpp"
#include "yunet_heads.hpp"

namespace facecap {

namespace {

constexpr float largest_overlap = 0.3F;
/// What the network says of a face in a crop counts from here on.
constexpr float crop_threshold = 0.1F;
/// There is a face in a crop when the best of it scores this much.
constexpr float crop_face_threshold = 0.3F;
/// How far from the middle of its crop a face may be, in sides.
constexpr float largest_shift = 0.3F;

int multiple_of_32(int value) { return (value + 31) / 32 * 32; }

void exchange_sides(FacecapFace &face, float side) {
    face.x = side - face.x - face.width;
    for (int i = 0; i < 10; i += 2) face.points[i] = side - face.points[i];
    for (const int left : {0, 6}) {
        std::swap(face.points[left], face.points[left + 2]);
        std::swap(face.points[left + 1], face.points[left + 3]);
    }
}

}  // namespace

YuNet::YuNet(const void *model, size_t length) {
    cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT);
    view_.net = cv::dnn::readNetFromONNX(static_cast<const char *>(model), length);
    crops_.net = cv::dnn::readNetFromONNX(static_cast<const char *>(model), length);
    const std::vector<cv::String> outputs = view_.net.getUnconnectedOutLayersNames();
    for (const cv::String &name : yunet_outputs()) {
        if (std::find(outputs.begin(), outputs.end(), name) == outputs.end()) {
            throw std::runtime_error("the model's outputs are not those of YuNet 2023");
        }
    }
    view_.prepare({64, 64});
    view_.input.setTo(0);
    run(view_, 1);
}

void YuNet::Pass::prepare(cv::Size new_size) {
    const int shape[] = {1, 3, new_size.height, new_size.width};
    input.create(4, shape, CV_32F);
    size = new_size;
}

void YuNet::run(Pass &pass, float score_threshold) {
    pass.net.setInput(pass.input);
    pass.net.forward(outputs_, yunet_outputs());
    faces_.clear();
    decode_yunet(outputs_, pass.size, score_threshold, faces_);
}

const std::vector<FacecapFace> &YuNet::detect(
    const SourcePicture &source, const FacecapView &view, float score_threshold) {
    small_.scale(source, view);
    view_.prepare({multiple_of_32(view.content_width), multiple_of_32(view.content_height)});
    if (view_.size != cv::Size(view.content_width, view.content_height)) view_.input.setTo(0);
    small_.write(view_.plane(0), view_.plane(1), view_.plane(2), view_.size.width);
    run(view_, score_threshold);
    suppress_overlaps(faces_, largest_overlap);
    return faces_;
}

int YuNet::look_again(
    const SourcePicture &source, const FacecapCrop *crops, int count, FacecapFace *faces) {
    constexpr int side = FACECAP_CROP_SIDE;
    constexpr auto length = static_cast<float>(side);
    crops_.prepare({side * count, side});
    for (int i = 0; i < count; ++i) {
        small_.cut(source, crops[i], side);
        const int start = i * side;
        small_.write(
            crops_.plane(0) + start, crops_.plane(1) + start, crops_.plane(2) + start,
            crops_.size.width);
    }
    run(crops_, crop_threshold);

    int found = 0;
    for (int i = 0; i < count; ++i) {
        crop_faces_.clear();
        for (FacecapFace face : faces_) {
            face.x -= length * static_cast<float>(i);
            for (int k = 0; k < 10; k += 2) face.points[k] -= length * static_cast<float>(i);
            const float dx = face.x + face.width / 2 - length / 2;
            const float dy = face.y + face.height / 2 - length / 2;
            if (std::hypot(dx, dy) < largest_shift * length) crop_faces_.push_back(face);
        }
        faces[i] = mean_of_best(crop_faces_);
        if (faces[i].score < crop_face_threshold) {
            faces[i].score = 0;
            continue;
        }
        if (crops[i].is_mirrored != 0) exchange_sides(faces[i], length);
        ++found;
    }
    return found;
}

}  // namespace facecap
