#pragma once

#include <memory>
#include <vector>

#include "bgr_image.hpp"
#include "facecap_networks.h"
#include "small_image.hpp"

namespace facecap {

/// The face mesh with its buffers: one set for each thread that looks.
class FaceMesh {
public:
    /// The mesh of a TensorFlow Lite file, on the kernel of that name or on the best one; throws when the
    /// bytes are no such model.
    FaceMesh(const void *model, size_t length, const char *kernel);

    /// Looks at each crop on up to `threads` threads, but not at other faces in it; writes
    /// `FACECAP_MESH_VALUES` numbers a crop.
    void look(
        const SourceImage &source, const FacecapCrop *crops, int count,
        const FacecapBox *boxes, int box_count, int threads, float *values);

private:
    struct Destroy {
        void operator()(FacecapMesh *mesh) const { facecap_mesh_destroy(mesh); }
        void operator()(FacecapMeshPass *pass) const { facecap_mesh_pass_destroy(pass); }
    };
    /// What one thread looks with.
    struct Look {
        std::unique_ptr<FacecapMeshPass, Destroy> pass;
        SmallImage small;
        BgrImage image;
    };

    void add_look(const char *kernel);

    std::unique_ptr<FacecapMesh, Destroy> mesh_;
    std::vector<Look> looks_;
};

}  // namespace facecap
