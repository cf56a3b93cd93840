// SPDX-License-Identifier: Apache-2.0
#include <stdexcept>

#include "face_mesh.hpp"
#include "guard.hpp"

struct FacecapFaceMesh {
    facecap::FaceMesh mesh;
};

FacecapFaceMesh *facecap_face_mesh_create(
    const void *model, size_t length, const char *kernel, char *message,
    int32_t message_capacity) {
    return facecap::guarded(
        message, message_capacity, static_cast<FacecapFaceMesh *>(nullptr),
        [&] { return new FacecapFaceMesh{{model, length, kernel}}; });
}

void facecap_face_mesh_destroy(FacecapFaceMesh *mesh) { delete mesh; }

int32_t facecap_face_mesh_look(
    FacecapFaceMesh *mesh, const FacecapImage *image, const FacecapCrop *crops, int32_t count,
    const FacecapBox *boxes, int32_t box_count, int32_t threads, float *values, char *message,
    int32_t message_capacity) {
    return facecap::guarded(message, message_capacity, -1, [&] {
        if (count < 1 || count > 64) throw std::invalid_argument("there may be 1 to 64 crops");
        mesh->mesh.look(
            facecap::SourceImage(*image), crops, count, boxes, box_count, threads, values);
        return 0;
    });
}
