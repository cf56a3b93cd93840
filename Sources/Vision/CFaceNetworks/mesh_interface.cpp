// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "facecap_networks.h"
#include "mesh_pass.hpp"
#include "message.hpp"

using namespace facecap::networks;

static_assert(FACECAP_MESH_SIDE == MeshModel::image_side);
static_assert(FACECAP_MESH_POINTS == MeshModel::point_count);

struct FacecapMesh {
    MeshModel model;
};

struct FacecapMeshPass {
    MeshPass pass;
};

FacecapMesh *facecap_mesh_create(
    const void *model, size_t length, FacecapNetworkStatus *status, char *message,
    int32_t message_capacity) {
    return read_network(status, message, message_capacity, [&] {
        const TfliteGraph graph({static_cast<const uint8_t *>(model), length});
        return new FacecapMesh{read_mesh(graph)};
    });
}

void facecap_mesh_destroy(FacecapMesh *mesh) { delete mesh; }

FacecapMeshPass *facecap_mesh_pass_create(
    const FacecapMesh *mesh, const char *kernel, char *message, int32_t message_capacity) {
    return guarded(
        message, message_capacity, static_cast<FacecapMeshPass *>(nullptr),
        [&] { return new FacecapMeshPass{{mesh->model, find_kernel(kernel)}}; });
}

void facecap_mesh_pass_destroy(FacecapMeshPass *pass) { delete pass; }

const char *facecap_mesh_pass_kernel(const FacecapMeshPass *pass) {
    return pass->pass.kernel().name;
}

void facecap_mesh_pass_run(
    FacecapMeshPass *pass, const uint8_t *bgr, ptrdiff_t bytes_per_row, float *values) {
    pass->pass.run(bgr, bytes_per_row);
    std::copy_n(pass->pass.points(), 3 * FACECAP_MESH_POINTS, values);
    values[3 * FACECAP_MESH_POINTS] = pass->pass.presence();
}
