#include <algorithm>

#include "small_picture.hpp"

namespace facecap {

namespace {

/// ITU-R BT.601, from Y'CbCr to R'G'B', in parts of 65536.
struct ColorScale {
    int luma, offset, red_cr, green_cb, green_cr, blue_cb;
};
constexpr ColorScale full_range = {65536, 0, 91881, -22553, -46802, 116130};
constexpr ColorScale video_range = {76309, 16, 104597, -25675, -53279, 132201};

uint8_t rounded(int value) {
    return static_cast<uint8_t>(std::clamp((value + 32768) >> 16, 0, 255));
}

/// One row; the steps are the distances of samples in bytes.
template <int luma_step, int chroma_step>
void write_row(
    const uint8_t *luma, const uint8_t *cb, const uint8_t *cr, int width, ColorScale scale,
    uint8_t *bgr) {
    for (int column = 0; column < width; ++column) {
        const int y = scale.luma * (luma[column * luma_step] - scale.offset);
        const int b = cb[column * chroma_step] - 128;
        const int r = cr[column * chroma_step] - 128;
        bgr[3 * column] = rounded(y + scale.blue_cb * b);
        bgr[3 * column + 1] = rounded(y + scale.green_cb * b + scale.green_cr * r);
        bgr[3 * column + 2] = rounded(y + scale.red_cr * r);
    }
}

void write_gray_row(const uint8_t *luma, int width, ColorScale scale, uint8_t *bgr) {
    for (int column = 0; column < width; ++column) {
        std::fill_n(bgr + 3 * column, 3, rounded(scale.luma * (luma[column] - scale.offset)));
    }
}

}  // namespace

void SmallPicture::write(BgrImage &image, int start) const {
    const ColorScale scale = is_full_range_ ? full_range : video_range;
    const int width = planes_[0].cols;
    for (int row = 0; row < planes_[0].rows; ++row) {
        uint8_t *const bgr = image.pixel(start, row);
        const uint8_t *const first = planes_[0].ptr(row);
        switch (format_) {
            case FACECAP_PIXEL_FORMAT_GRAY8:
                write_gray_row(first, width, scale, bgr);
                break;
            case FACECAP_PIXEL_FORMAT_BGR24:
                std::copy_n(first, 3 * width, bgr);
                break;
            case FACECAP_PIXEL_FORMAT_I420:
                write_row<1, 1>(
                    first, planes_[1].ptr(row), planes_[2].ptr(row), width, scale, bgr);
                break;
            case FACECAP_PIXEL_FORMAT_NV12: {
                const uint8_t *const chroma = planes_[1].ptr(row);
                write_row<1, 2>(first, chroma, chroma + 1, width, scale, bgr);
                break;
            }
            case FACECAP_PIXEL_FORMAT_YUYV: {
                const uint8_t *const chroma = planes_[1].ptr(row);
                write_row<2, 4>(first, chroma + 1, chroma + 3, width, scale, bgr);
                break;
            }
            case FACECAP_PIXEL_FORMAT_UYVY: {
                const uint8_t *const chroma = planes_[1].ptr(row);
                write_row<2, 4>(first + 1, chroma, chroma + 2, width, scale, bgr);
                break;
            }
            case FACECAP_PIXEL_FORMAT_DEPTH16:  // No source picture has it.
                break;
        }
    }
}

}  // namespace facecap
