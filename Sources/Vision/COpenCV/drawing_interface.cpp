// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <exception>
#include <new>

#include "canvas.hpp"

namespace {

/// Runs `body`; an exception becomes a message and an `errno`: ENOMEM where there was no memory, otherwise
/// 0.
template <typename Body>
int32_t guarded(char *message, int32_t capacity, Body &&body) noexcept {
    const auto fail = [&](const char *text, int number = 0) {
        if (capacity > 0) {
            const int length = std::snprintf(message, static_cast<size_t>(capacity), "%s", text);
            std::replace(message, message + std::clamp(length, 0, capacity - 1), '\n', ' ');
        }
        errno = number;
        return -1;
    };
    try {
        body();
        return 0;
    } catch (const std::bad_alloc &error) {
        return fail(error.what(), ENOMEM);
    } catch (const cv::Exception &error) {
        return fail(error.what(), error.code == cv::Error::StsNoMem ? ENOMEM : 0);
    } catch (const std::exception &error) {
        return fail(error.what());
    } catch (...) {
        return fail("an unknown failure");
    }
}

}  // namespace

int32_t facecap_canvas_copy(
    const FacecapCanvas *canvas, const FacecapCanvasSource *source, char *message,
    int32_t message_capacity) {
    return guarded(message, message_capacity, [&] {
        facecap_drawing::copy(
            facecap_drawing::Canvas(*canvas), *source, canvas->is_full_range != 0);
    });
}

int32_t facecap_canvas_draw_line(
    const FacecapCanvas *canvas, const FacecapCanvasPoint *points, int32_t count, int32_t is_closed,
    int32_t is_dashed, double width, FacecapCanvasColor color, char *message,
    int32_t message_capacity) {
    return guarded(message, message_capacity, [&] {
        facecap_drawing::Canvas target(*canvas);
        facecap_drawing::draw_line(
            target, points, count, is_closed != 0, is_dashed != 0, width, target.sample(color));
    });
}

int32_t facecap_canvas_draw_dot(
    const FacecapCanvas *canvas, FacecapCanvasPoint center, double radius, FacecapCanvasColor color,
    char *message, int32_t message_capacity) {
    return guarded(message, message_capacity, [&] {
        facecap_drawing::Canvas target(*canvas);
        facecap_drawing::draw_dot(target, center, radius, target.sample(color));
    });
}

int32_t facecap_canvas_draw_label(
    const FacecapCanvas *canvas, const FacecapCanvasLabel *label, FacecapCanvasColor background,
    FacecapCanvasColor ink, char *message, int32_t message_capacity) {
    return guarded(message, message_capacity, [&] {
        facecap_drawing::Canvas target(*canvas);
        facecap_drawing::draw_label(target, *label, target.sample(background), target.sample(ink));
    });
}

int32_t facecap_canvas_cover(
    const FacecapCanvas *canvas, const FacecapCanvasPoint *points, int32_t count,
    FacecapCovering covering, FacecapCanvasColor color, char *message, int32_t message_capacity) {
    return guarded(message, message_capacity, [&] {
        facecap_drawing::Canvas target(*canvas);
        facecap_drawing::cover(target, points, count, covering, target.sample(color));
    });
}
