#include <algorithm>

#include "small_picture.hpp"

namespace facecap {

namespace {

/// ITU-R BT.601, from Y'CbCr to R'G'B'.
struct ColorScale {
    float luma, offset, red_cr, green_cb, green_cr, blue_cb;
};
constexpr ColorScale full_range = {1, 0, 1.402F, -0.344136F, -0.714136F, 1.772F};
constexpr ColorScale video_range = {
    1.164384F, 16, 1.596027F, -0.391762F, -0.812968F, 2.017232F};

float limited(float value) { return std::min(255.0F, std::max(0.0F, value)); }

/// One row; the steps are the distances of samples in bytes.
template <int luma_step, int chroma_step>
void write_row(
    const uint8_t *luma, const uint8_t *cb, const uint8_t *cr, int width, ColorScale scale,
    float *blue, float *green, float *red) {
    for (int column = 0; column < width; ++column) {
        const float y = scale.luma * (static_cast<float>(luma[column * luma_step]) - scale.offset);
        const float b = static_cast<float>(cb[column * chroma_step]) - 128;
        const float r = static_cast<float>(cr[column * chroma_step]) - 128;
        blue[column] = limited(y + scale.blue_cb * b);
        green[column] = limited(y + scale.green_cb * b + scale.green_cr * r);
        red[column] = limited(y + scale.red_cr * r);
    }
}

void write_gray_row(
    const uint8_t *luma, int width, ColorScale scale, float *blue, float *green, float *red) {
    for (int column = 0; column < width; ++column) {
        const float y = limited(scale.luma * (static_cast<float>(luma[column]) - scale.offset));
        blue[column] = y;
        green[column] = y;
        red[column] = y;
    }
}

void write_bgr_row(const uint8_t *bgr, int width, float *blue, float *green, float *red) {
    for (int column = 0; column < width; ++column) {
        blue[column] = bgr[3 * column];
        green[column] = bgr[3 * column + 1];
        red[column] = bgr[3 * column + 2];
    }
}

}  // namespace

void SmallPicture::write(float *blue, float *green, float *red, size_t row_stride) const {
    const ColorScale scale = is_full_range_ ? full_range : video_range;
    const int width = planes_[0].cols;
    for (int row = 0; row < planes_[0].rows; ++row) {
        const size_t start = row * row_stride;
        float *const b = blue + start;
        float *const g = green + start;
        float *const r = red + start;
        const uint8_t *const first = planes_[0].ptr(row);
        switch (format_) {
            case FACECAP_PIXEL_FORMAT_GRAY8:
                write_gray_row(first, width, scale, b, g, r);
                break;
            case FACECAP_PIXEL_FORMAT_BGR24:
                write_bgr_row(first, width, b, g, r);
                break;
            case FACECAP_PIXEL_FORMAT_I420:
                write_row<1, 1>(
                    first, planes_[1].ptr(row), planes_[2].ptr(row), width, scale, b, g, r);
                break;
            case FACECAP_PIXEL_FORMAT_NV12: {
                const uint8_t *const chroma = planes_[1].ptr(row);
                write_row<1, 2>(first, chroma, chroma + 1, width, scale, b, g, r);
                break;
            }
            case FACECAP_PIXEL_FORMAT_YUYV: {
                const uint8_t *const chroma = planes_[1].ptr(row);
                write_row<2, 4>(first, chroma + 1, chroma + 3, width, scale, b, g, r);
                break;
            }
            case FACECAP_PIXEL_FORMAT_UYVY: {
                const uint8_t *const chroma = planes_[1].ptr(row);
                write_row<2, 4>(first + 1, chroma, chroma + 2, width, scale, b, g, r);
                break;
            }
            case FACECAP_PIXEL_FORMAT_DEPTH16:  // No source picture has it.
                break;
        }
    }
}

}  // namespace facecap
