#include <cmath>
#include <stdexcept>
#include <string>

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
    OwnYuNet(FacecapNetwork *network, const char *kernel)
        : FaceNetwork(yunet_maximum_crops), network_(network) {
        char message[message_capacity] = "";
        pass_.reset(facecap_pass_create(network, kernel, message, message_capacity));
        if (pass_ == nullptr) throw std::invalid_argument(message);
    }

    const char *kernel() const override { return facecap_pass_kernel(pass_.get()); }

protected:
    void run(
        const BgrImage &image, Look, float threshold,
        std::vector<FacecapFace> &faces) override {
        char message[message_capacity] = "";
        const int32_t code = facecap_pass_run(
            pass_.get(), image.bytes(), static_cast<ptrdiff_t>(image.bytes_per_row()),
            image.width, image.height, threads(), message, message_capacity);
        if (code != 0) throw std::runtime_error(message);
        for (int level = 0; level < 3; ++level) add_faces(level, image, threshold, faces);
    }

private:
    void add_faces(
        int level, const BgrImage &image, float threshold, std::vector<FacecapFace> &faces) {
        const float *values = facecap_pass_output(pass_.get(), level);
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
    std::unique_ptr<FacecapPass, Destroy> pass_;
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
