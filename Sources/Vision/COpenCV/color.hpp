#pragma once

#include <array>
#include <cstdint>

namespace facecap_drawing {

/// From red, green and blue to luma, Cb and Cr by ITU-R BT.601.
class ColorConversion {
public:
    explicit ColorConversion(bool is_full_range)
        : luma_scale_(is_full_range ? 1.0F : 219.0F / 255),
          chroma_scale_(is_full_range ? 1.0F : 224.0F / 255),
          black_(is_full_range ? 0.0F : 16.0F) {}

    uint8_t luma(float red, float green, float blue) const {
        return rounded(black_ + luma_scale_ * light(red, green, blue));
    }
    uint8_t cb(float red, float green, float blue) const {
        return rounded(128 + chroma_scale_ * (blue - light(red, green, blue)) / 1.772F);
    }
    uint8_t cr(float red, float green, float blue) const {
        return rounded(128 + chroma_scale_ * (red - light(red, green, blue)) / 1.402F);
    }

private:
    static float light(float red, float green, float blue) {
        return 0.299F * red + 0.587F * green + 0.114F * blue;
    }
    static uint8_t rounded(float value) {
        const float limited = value < 0 ? 0 : value > 255 ? 255 : value;
        return static_cast<uint8_t>(limited + 0.5F);
    }

    float luma_scale_;
    float chroma_scale_;
    float black_;
};

}  // namespace facecap_drawing
