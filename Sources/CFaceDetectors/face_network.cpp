#include "face_network.hpp"

#include <algorithm>
#include <cmath>

#include "face_overlap.hpp"

namespace facecap {

namespace {

constexpr int side = FACECAP_CROP_SIDE;
constexpr float largest_overlap = 0.3F;
/// What the network says of a face in a crop counts from here on.
constexpr float crop_threshold = 0.1F;
/// There is a face in a crop when the best of it scores this much.
constexpr float crop_face_threshold = 0.3F;
/// How far from the middle of its crop a face may be, in sides.
constexpr float largest_shift = 0.3F;

int multiple_of_32(int value) { return (value + 31) / 32 * 32; }

void exchange_sides(FacecapFace &face) {
    face.x = side - face.x - face.width;
    for (int i = 0; i < 10; i += 2) face.points[i] = side - face.points[i];
    for (const int left : {0, 6}) {
        std::swap(face.points[left], face.points[left + 2]);
        std::swap(face.points[left + 1], face.points[left + 3]);
    }
}

}  // namespace

FaceNetwork::FaceNetwork(int maximum_crops) : maximum_crops_(maximum_crops) {}

void FaceNetwork::try_out() {
    image_.resize(64, 64);
    faces_.clear();
    run(image_, Look::view, 1, faces_);
}

const std::vector<FacecapFace> &FaceNetwork::detect(
    const SourcePicture &source, const FacecapView &view, float score_threshold) {
    small_.scale(source, view);
    image_.resize(multiple_of_32(view.content_width), multiple_of_32(view.content_height));
    small_.write(image_, 0);
    faces_.clear();
    run(image_, Look::view, score_threshold, faces_);
    suppress_overlaps(faces_, largest_overlap);
    return faces_;
}

int FaceNetwork::look_again(
    const SourcePicture &source, const FacecapCrop *crops, int count, FacecapFace *faces) {
    int found = 0;
    for (int first = 0; first < count; first += maximum_crops_) {
        const int length = std::min(maximum_crops_, count - first);
        look_at(source, crops + first, length);
        for (int i = 0; i < length; ++i) {
            FacecapFace &face = faces[first + i];
            face = face_of_crop(crops[first + i], i);
            if (face.score > 0) ++found;
        }
    }
    return found;
}

void FaceNetwork::look_at(const SourcePicture &source, const FacecapCrop *crops, int count) {
    image_.resize(side * count, side);
    for (int i = 0; i < count; ++i) {
        small_.cut(source, crops[i], side);
        small_.write(image_, i * side);
    }
    faces_.clear();
    run(image_, Look::crops, crop_threshold, faces_);
}

FacecapFace FaceNetwork::face_of_crop(const FacecapCrop &crop, int index) {
    constexpr float middle = side / 2.0F;
    const auto start = static_cast<float>(index * side);
    crop_faces_.clear();
    for (FacecapFace face : faces_) {
        face.x -= start;
        for (int k = 0; k < 10; k += 2) face.points[k] -= start;
        const float dx = face.x + face.width / 2 - middle;
        const float dy = face.y + face.height / 2 - middle;
        if (std::hypot(dx, dy) < largest_shift * side) crop_faces_.push_back(face);
    }
    FacecapFace face = mean_of_best(crop_faces_);
    if (face.score < crop_face_threshold) {
        face.score = 0;
        return face;
    }
    if (crop.is_mirrored != 0) exchange_sides(face);
    return face;
}

}  // namespace facecap
