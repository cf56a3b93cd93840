// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>
#include <libheif/heif.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include "facecap_heif.h"
#include "library.h"

namespace {

void check(const heif_error &error) {
    // A file that asks for an absurd amount of memory is not one for which there is none.
    if (error.code == heif_error_Memory_allocation_error
        && error.subcode != heif_suberror_Security_limit_exceeded) {
        throw std::bad_alloc();
    }
    if (error.code != heif_error_Ok) throw std::runtime_error(error.message);
}

template <typename Type, void (*release)(Type *)>
struct Release {
    void operator()(Type *object) const { release(object); }
};

void release_image(heif_image *image) { heif_image_release(image); }
void release_handle(heif_image_handle *handle) { heif_image_handle_release(handle); }

using Context = std::unique_ptr<heif_context, Release<heif_context, heif_context_free>>;
using Encoder = std::unique_ptr<heif_encoder, Release<heif_encoder, heif_encoder_release>>;
using Options
    = std::unique_ptr<heif_decoding_options, Release<heif_decoding_options, heif_decoding_options_free>>;
using Image = std::unique_ptr<heif_image, Release<heif_image, release_image>>;
using Handle = std::unique_ptr<heif_image_handle, Release<heif_image_handle, release_handle>>;

Image make_image(const FacecapHEIFImage &source) {
    heif_image *made = nullptr;
    check(heif_image_create(
        source.width, source.height, heif_colorspace_RGB, heif_chroma_interleaved_RGB, &made));
    Image image(made);
    const auto channel = heif_channel_interleaved;
    check(heif_image_add_plane(image.get(), channel, source.width, source.height, 8));
    int stride = 0;
    uint8_t *const rows = heif_image_get_plane(image.get(), channel, &stride);
    if (rows == nullptr) throw std::bad_alloc();
    const size_t length = static_cast<size_t>(source.width) * 3;
    for (int32_t y = 0; y < source.height; ++y) {
        std::memcpy(
            rows + static_cast<size_t>(y) * static_cast<size_t>(stride),
            source.rgb + static_cast<size_t>(y) * source.bytes_per_row, length);
    }
    return image;
}

heif_error append(heif_context *, const void *data, size_t size, void *target) {
    auto &bytes = *static_cast<std::vector<uint8_t> *>(target);
    const auto *first = static_cast<const uint8_t *>(data);
    try {
        bytes.insert(bytes.end(), first, first + size);
    } catch (...) {
        return {
            heif_error_Memory_allocation_error, heif_suberror_Unspecified, "out of memory"};
    }
    return {heif_error_Ok, heif_suberror_Unspecified, ""};
}

std::vector<uint8_t> encode(const FacecapHEIFImage &source) {
    const Context context(heif_context_alloc());
    if (!context) throw std::bad_alloc();
    heif_encoder *made = nullptr;
    check(heif_context_get_encoder_for_format(context.get(), heif_compression_HEVC, &made));
    const Encoder encoder(made);
    check(heif_encoder_set_lossy_quality(encoder.get(), source.quality));
    // libheif asks x265 for its slow settings, which take seconds for a large photo; other encoders have none.
    heif_encoder_set_parameter_string(encoder.get(), "preset", "fast");
    const Image image = make_image(source);
    heif_image_handle *encoded = nullptr;
    check(heif_context_encode_image(
        context.get(), image.get(), encoder.get(), nullptr, &encoded));
    const Handle handle(encoded);
    if (source.exif_count > 0) {
        check(heif_context_add_exif_metadata(
            context.get(), handle.get(), source.exif, static_cast<int>(source.exif_count)));
    }
    if (source.xmp_count > 0) {
        check(heif_context_add_XMP_metadata(
            context.get(), handle.get(), source.xmp, static_cast<int>(source.xmp_count)));
    }
    std::vector<uint8_t> bytes;
    heif_writer writer{1, append};
    check(heif_context_write(context.get(), &writer, &bytes));
    return bytes;
}

void write_line(const char *text, char *message, int32_t capacity) {
    if (capacity <= 0) return;
    const size_t length = std::min(std::strlen(text), static_cast<size_t>(capacity - 1));
    std::transform(text, text + length, message, [](char character) {
        return character < ' ' || character > '~' ? ' ' : character;
    });
    message[length] = '\0';
}

/// What `work` returns; `failed` where it throws, with the reason in `message` and in `errno`.
template <typename Result, typename Work>
Result guarded(Result failed, char *message, int32_t message_capacity, Work work) {
    errno = 0;
    try {
        return work();
    } catch (const std::bad_alloc &error) {
        write_line(error.what(), message, message_capacity);
        errno = ENOMEM;
    } catch (const std::exception &error) {
        write_line(error.what(), message, message_capacity);
        errno = 0;
    } catch (...) {
        write_line("an unknown failure", message, message_capacity);
        errno = 0;
    }
    return failed;
}

}  // namespace

uint8_t *facecap_heif_encode(
    const FacecapHEIFImage *image, size_t *count, char *message, int32_t message_capacity) {
    return guarded<uint8_t *>(nullptr, message, message_capacity, [&] {
        const std::vector<uint8_t> bytes = encode(*image);
        auto *const result = static_cast<uint8_t *>(std::malloc(std::max<size_t>(bytes.size(), 1)));
        if (result == nullptr) throw std::bad_alloc();
        std::copy(bytes.begin(), bytes.end(), result);
        *count = bytes.size();
        return result;
    });
}

void facecap_heif_free(uint8_t *bytes) { std::free(bytes); }

struct FacecapHEIFFile {
    Context context;
    Handle handle;
    Image image;
};

int32_t facecap_heif_load(void) {
    void *const library = dlopen(FACECAP_HEIF_LIBRARY, RTLD_LAZY | RTLD_LOCAL);
    if (library == nullptr) return 0;
    // Versions without it have no plugins.
    using Initialize = heif_error (*)(void *);
    if (const auto initialize = reinterpret_cast<Initialize>(dlsym(library, "heif_init"))) {
        initialize(nullptr);
    }
    return 1;
}

FacecapHEIFFile *facecap_heif_open(
    const uint8_t *bytes, size_t count, char *message, int32_t message_capacity) {
    return guarded<FacecapHEIFFile *>(nullptr, message, message_capacity, [&] {
        auto file = std::make_unique<FacecapHEIFFile>();
        file->context.reset(heif_context_alloc());
        if (!file->context) throw std::bad_alloc();
        check(heif_context_read_from_memory_without_copy(
            file->context.get(), bytes, count, nullptr));
        heif_image_handle *handle = nullptr;
        check(heif_context_get_primary_image_handle(file->context.get(), &handle));
        file->handle.reset(handle);
        return file.release();
    });
}

void facecap_heif_claimed_size(const FacecapHEIFFile *file, int32_t *width, int32_t *height) {
    *width = heif_image_handle_get_width(file->handle.get());
    *height = heif_image_handle_get_height(file->handle.get());
}

int32_t facecap_heif_decode(
    FacecapHEIFFile *file, int32_t *width, int32_t *height, char *message,
    int32_t message_capacity) {
    return guarded<int32_t>(0, message, message_capacity, [&] {
        const Options options(heif_decoding_options_alloc());
        if (!options) throw std::bad_alloc();
        options->convert_hdr_to_8bit = 1;
        heif_image *image = nullptr;
        // By libheif's own conversion, since it knows the matrix and the range that the file says.
        check(heif_decode_image(
            file->handle.get(), &image, heif_colorspace_RGB, heif_chroma_interleaved_RGB,
            options.get()));
        file->image.reset(image);
        *width = heif_image_get_width(image, heif_channel_interleaved);
        *height = heif_image_get_height(image, heif_channel_interleaved);
        int stride = 0;
        const auto *const rows
            = heif_image_get_plane_readonly(image, heif_channel_interleaved, &stride);
        if (rows == nullptr || *width <= 0 || *height <= 0 || stride / 3 < *width) {
            throw std::runtime_error("it has no pixels");
        }
        return 1;
    });
}

void facecap_heif_copy(const FacecapHEIFFile *file, uint8_t *target, size_t bytes_per_row) {
    const heif_image *const image = file->image.get();
    const int width = heif_image_get_width(image, heif_channel_interleaved);
    const int height = heif_image_get_height(image, heif_channel_interleaved);
    int stride = 0;
    const uint8_t *const rows
        = heif_image_get_plane_readonly(image, heif_channel_interleaved, &stride);
    for (int y = 0; y < height; ++y) {
        const uint8_t *from = rows + static_cast<size_t>(y) * static_cast<size_t>(stride);
        uint8_t *to = target + static_cast<size_t>(y) * bytes_per_row;
        for (int x = 0; x < width; ++x, from += 3, to += 3) {
            to[0] = from[2];
            to[1] = from[1];
            to[2] = from[0];
        }
    }
}

void facecap_heif_close(FacecapHEIFFile *file) { delete file; }
