// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "facecap_networks.h"
#include "network_outputs.hpp"
#include "yunet.hpp"
#include "yunet_cells.hpp"

namespace facecap {

namespace {

constexpr int32_t message_capacity = 256;

struct Destroy {
    void operator()(FacecapNetwork *network) const { facecap_network_destroy(network); }
    void operator()(FacecapPass *pass) const { facecap_pass_destroy(pass); }
};

float logistic(float value) { return 1 / (1 + std::exp(-value)); }

class OwnYuNet final : public FaceNetwork {
public:
    OwnYuNet(FacecapNetwork *network, const char *kernel) : network_(network) {
        add_pass(kernel);
    }

    const char *kernel() const override { return facecap_pass_kernel(passes_[view_pass].get()); }

protected:
    /// A view is cut into strips for the threads; crops are few pixels, for which one thread is enough.
    void run(
        const BgrImage &image, int number, float threshold,
        std::vector<FacecapFace> &faces) override {
        FacecapPass *const pass = passes_[number].get();
        char message[message_capacity] = "";
        const int32_t code = facecap_pass_run(
            pass, image.bytes(), static_cast<ptrdiff_t>(image.bytes_per_row()), image.width,
            image.height, number == view_pass ? threads() : 1, message, message_capacity);
        if (code != 0) throw std::runtime_error(message);
        for (int level = 0; level < 3; ++level) {
            add_faces(facecap_pass_output(pass, level), level, image, threshold, faces);
        }
    }

    int make_crop_passes(int wanted) override {
        while (passes_.size() < 1 + static_cast<size_t>(wanted)) add_pass(kernel());
        return wanted;
    }

private:
    void add_pass(const char *kernel) {
        char message[message_capacity] = "";
        passes_.emplace_back(
            facecap_pass_create(network_.get(), kernel, message, message_capacity));
        if (passes_.back() != nullptr) return;
        passes_.pop_back();
        throw std::invalid_argument(message);
    }

    static void add_faces(
        const float *values, int level, const BgrImage &image, float threshold,
        std::vector<FacecapFace> &faces) {
        const int stride = yunet_strides[level];
        // The score is the root of a product of two numbers up to 1: hardly any cell has one that
        // is large enough, and of the others the score need not be known.
        const float least = threshold * threshold * 0.999F;
        const float least_logit = std::log(least / (1 - least));
        for (int row = 0; row < image.height / stride; ++row) {
            for (int column = 0; column < image.width / stride; ++column) {
                const float *const cell = values;
                values += FACECAP_CELL_VALUES;
                if (cell[0] < least_logit || cell[1] < least_logit) continue;
                const float score = yunet_score(logistic(cell[0]), logistic(cell[1]));
                if (!(score >= threshold)) continue;
                const YuNetCell place = {
                    static_cast<float>(column), static_cast<float>(row),
                    static_cast<float>(stride)};
                const FacecapFace face = yunet_face(place, score, cell + 2, cell + 6);
                if (is_sane(face, {image.width, image.height})) faces.push_back(face);
            }
        }
    }

    std::unique_ptr<FacecapNetwork, Destroy> network_;
    /// The one over views, then those over crops.
    std::vector<std::unique_ptr<FacecapPass, Destroy>> passes_;
};

}  // namespace

std::unique_ptr<FaceNetwork> make_own_yunet(const void *model, size_t length, const char *kernel) {
    char message[message_capacity] = "";
    FacecapNetworkStatus status = FACECAP_NETWORK_UNKNOWN;
    FacecapNetwork *const network =
        facecap_network_create(model, length, &status, message, message_capacity);
    if (status == FACECAP_NETWORK_DAMAGED) throw std::runtime_error(message);
    if (network == nullptr) return nullptr;
    return std::make_unique<OwnYuNet>(network, kernel);
}

}  // namespace facecap
