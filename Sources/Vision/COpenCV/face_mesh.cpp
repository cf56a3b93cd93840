// SPDX-License-Identifier: Apache-2.0
#include "face_mesh.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "other_faces.hpp"
#include "parallel.hpp"

namespace facecap {

namespace {

constexpr int32_t message_capacity = 256;

}  // namespace

FaceMesh::FaceMesh(const void *model, size_t length, const char *kernel) {
    char message[message_capacity] = "";
    FacecapNetworkStatus status = FACECAP_NETWORK_UNKNOWN;
    mesh_.reset(facecap_mesh_create(model, length, &status, message, message_capacity));
    if (mesh_ == nullptr) throw std::runtime_error(message);
    add_look(kernel);
}

void FaceMesh::add_look(const char *kernel) {
    char message[message_capacity] = "";
    Look look;
    look.pass.reset(
        facecap_mesh_pass_create(mesh_.get(), kernel, message, message_capacity));
    if (look.pass == nullptr) throw std::runtime_error(message);
    looks_.push_back(std::move(look));
}

void FaceMesh::look(
    const SourceImage &source, const FacecapCrop *crops, int count,
    const FacecapBox *boxes, int box_count, int threads, float *values) {
    const int wanted = std::min<int>({threads, count, FACECAP_MOST_THREADS});
    while (static_cast<int>(looks_.size()) < wanted) {
        add_look(facecap_mesh_pass_kernel(looks_.front().pass.get()));
    }
    constexpr int side = FACECAP_MESH_SIDE;
    share_crops(looks_, wanted, count, 1, [&](Look &look, int, int index, int) {
        const FacecapCrop &crop = crops[index];
        look.image.resize(side, side);
        look.small.take(source, &crop, 1, side);
        look.small.cut(crop, side);
        look.small.write(look.image, 0);
        hide_other_faces(look.image, crop, boxes, box_count);
        facecap_mesh_pass_run(
            look.pass.get(), look.image.bytes(),
            static_cast<ptrdiff_t>(look.image.bytes_per_row()),
            values + static_cast<size_t>(index) * FACECAP_MESH_VALUES);
    });
}

}  // namespace facecap
