// SPDX-License-Identifier: Apache-2.0
#include <cstring>
#include <algorithm>
#include <exiv2/exiv2.hpp>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>

#include "facecap_exiv2.h"
#include "guard.hpp"

namespace {

/// The XMP toolkit has one table of name spaces for the whole process, and every file that is read adds to
/// it: a hostile one gives a standard prefix to a name space of its own. So there is one toolkit a file.
class Toolkit {
public:
    Toolkit() : lock(mutex) {
        // Its remarks would go to standard error.
        Exiv2::LogMsg::setLevel(Exiv2::LogMsg::mute);
        Exiv2::XmpParser::initialize();
        Exiv2::XmpProperties::registerNs("http://ns.apple.com/faceinfo/1.0/", "apple-fi");
        Exiv2::XmpProperties::registerNs("urn:org.facecap:region:1.0/", "facecap");
    }

    ~Toolkit() { Exiv2::XmpParser::terminate(); }

    Toolkit(const Toolkit &) = delete;
    Toolkit &operator=(const Toolkit &) = delete;

private:
    static std::mutex mutex;
    std::lock_guard<std::mutex> lock;
};

std::mutex Toolkit::mutex;

}  // namespace

struct FacecapPhotoMetadata {
    Toolkit toolkit;
    Exiv2::ExifData exif;
    Exiv2::XmpData xmp;
    Exiv2::Blob exif_bytes;
    std::string xmp_packet;
};

namespace {

bool is_below(const std::string &key, const std::string &top) {
    return key == top || key.rfind(top + "/", 0) == 0 || key.rfind(top + "[", 0) == 0;
}

/// As much of a text as fits, ended by a zero; returns 1, or 0 where not even that fits.
int32_t copy(const std::string &value, char *text, int32_t capacity) {
    if (capacity < 1) return 0;
    const size_t length = std::min(value.size(), static_cast<size_t>(capacity - 1));
    std::copy_n(value.data(), length, text);
    text[length] = 0;
    return 1;
}

void decode(FacecapPhotoMetadata &metadata, FacecapPhotoBytes exif, FacecapPhotoBytes xmp) {
    if (exif.count > 0) {
        Exiv2::ExifParser::decode(
            metadata.exif, exif.bytes, static_cast<uint32_t>(exif.count));
    }
    if (xmp.count > 0) {
        const std::string packet(reinterpret_cast<const char *>(xmp.bytes), xmp.count);
        if (Exiv2::XmpParser::decode(metadata.xmp, packet) != 0) {
            throw std::runtime_error("its XMP is damaged");
        }
    }
}

}  // namespace

FacecapPhotoMetadata *facecap_photo_metadata_create(
    FacecapPhotoBytes exif, FacecapPhotoBytes xmp, char *message, int32_t message_capacity) {
    FacecapPhotoMetadata *const failure = nullptr;
    return facecap::shielded(message, message_capacity, failure, [&] {
        auto metadata = std::make_unique<FacecapPhotoMetadata>();
        decode(*metadata, exif, xmp);
        return metadata.release();
    });
}

void facecap_photo_metadata_destroy(FacecapPhotoMetadata *metadata) { delete metadata; }

int32_t facecap_photo_metadata_xmp_text(
    FacecapPhotoMetadata *metadata, const char *key, char *text, int32_t text_capacity) {
    return facecap::shielded(nullptr, 0, 0, [&] {
        const auto property = metadata->xmp.findKey(Exiv2::XmpKey(key));
        if (property == metadata->xmp.end()) return 0;
        return copy(property->toString(), text, text_capacity);
    });
}

int32_t facecap_photo_metadata_exif_text(
    FacecapPhotoMetadata *metadata, const char *key, char *text, int32_t text_capacity) {
    return facecap::shielded(nullptr, 0, 0, [&] {
        const auto field = metadata->exif.findKey(Exiv2::ExifKey(key));
        if (field == metadata->exif.end() || field->count() == 0) return 0;
        return copy(field->toString(), text, text_capacity);
    });
}

int32_t facecap_photo_metadata_set_exif(
    FacecapPhotoMetadata *metadata, const char *key, const char *value, char *message,
    int32_t message_capacity) {
    return facecap::shielded(message, message_capacity, -1, [&] {
        if (metadata->exif[key].setValue(std::string(value)) != 0) {
            throw std::runtime_error(std::string("no value for ") + key);
        }
        return 0;
    });
}

int32_t facecap_photo_metadata_set_xmp(
    FacecapPhotoMetadata *metadata, const char *key, FacecapXMPKind kind, const char *value,
    char *message, int32_t message_capacity) {
    return facecap::shielded(message, message_capacity, -1, [&] {
        Exiv2::XmpTextValue text;
        // Not read(), which takes a text that begins with type= for something else.
        if (kind == FACECAP_XMP_TEXT) text.value_ = value;
        if (kind == FACECAP_XMP_STRUCTURE) text.setXmpStruct(Exiv2::XmpValue::xsStruct);
        if (kind == FACECAP_XMP_BAG) text.setXmpArrayType(Exiv2::XmpValue::xaBag);
        if (metadata->xmp.add(Exiv2::XmpKey(key), &text) != 0) {
            throw std::runtime_error(std::string("no place for ") + key);
        }
        return 0;
    });
}

int32_t facecap_photo_metadata_remove_xmp(
    FacecapPhotoMetadata *metadata, const char *key, char *message, int32_t message_capacity) {
    return facecap::shielded(message, message_capacity, -1, [&] {
        int32_t count = 0;
        for (auto property = metadata->xmp.begin(); property != metadata->xmp.end();) {
            if (is_below(property->key(), key)) {
                property = metadata->xmp.erase(property);
                ++count;
            } else {
                ++property;
            }
        }
        return count;
    });
}

int32_t facecap_photo_metadata_move_xmp(
    FacecapPhotoMetadata *metadata, const char *from, const char *to, char *message,
    int32_t message_capacity) {
    return facecap::shielded(message, message_capacity, -1, [&] {
        Exiv2::XmpData moved;
        for (auto property = metadata->xmp.begin(); property != metadata->xmp.end();) {
            if (!is_below(property->key(), from)) {
                ++property;
                continue;
            }
            const auto key = to + property->key().substr(std::strlen(from));
            moved.add(Exiv2::XmpKey(key), &property->value());
            property = metadata->xmp.erase(property);
        }
        for (const auto &property : moved) metadata->xmp.add(property);
        return 0;
    });
}

int32_t facecap_photo_metadata_encode_exif(
    FacecapPhotoMetadata *metadata, FacecapPhotoBytes *exif, char *message,
    int32_t message_capacity) {
    return facecap::shielded(message, message_capacity, -1, [&] {
        metadata->exif_bytes.clear();
        Exiv2::ExifParser::encode(metadata->exif_bytes, Exiv2::bigEndian, metadata->exif);
        *exif = {metadata->exif_bytes.data(), metadata->exif_bytes.size()};
        return 0;
    });
}

int32_t facecap_photo_metadata_encode_xmp(
    FacecapPhotoMetadata *metadata, FacecapPhotoBytes *xmp, char *message,
    int32_t message_capacity) {
    return facecap::shielded(message, message_capacity, -1, [&] {
        const auto format = Exiv2::XmpParser::useCompactFormat;
        if (Exiv2::XmpParser::encode(metadata->xmp_packet, metadata->xmp, format) != 0) {
            throw std::runtime_error("its XMP cannot be written");
        }
        *xmp = {
            reinterpret_cast<const uint8_t *>(metadata->xmp_packet.data()),
            metadata->xmp_packet.size()};
        return 0;
    });
}
