// SPDX-License-Identifier: Apache-2.0
#include "canvas.hpp"
#include "guard.hpp"

int32_t facecap_canvas_copy(
    const FacecapCanvas *canvas, const FacecapImage *source, char *message,
    int32_t message_capacity) {
    return facecap::guarded(message, message_capacity, -1, [&] {
        facecap_drawing::copy(facecap_drawing::Canvas(*canvas), facecap::SourceImage(*source));
        return 0;
    });
}

int32_t facecap_canvas_draw_line(
    const FacecapCanvas *canvas, const FacecapCanvasPoint *points, int32_t count, int32_t is_closed,
    int32_t is_dashed, double width, FacecapCanvasColor color, char *message,
    int32_t message_capacity) {
    return facecap::guarded(message, message_capacity, -1, [&] {
        facecap_drawing::Canvas target(*canvas);
        facecap_drawing::draw_line(
            target, points, count, is_closed != 0, is_dashed != 0, width, target.sample(color));
        return 0;
    });
}

int32_t facecap_canvas_draw_dot(
    const FacecapCanvas *canvas, FacecapCanvasPoint center, double radius, FacecapCanvasColor color,
    char *message, int32_t message_capacity) {
    return facecap::guarded(message, message_capacity, -1, [&] {
        facecap_drawing::Canvas target(*canvas);
        facecap_drawing::draw_dot(target, center, radius, target.sample(color));
        return 0;
    });
}

int32_t facecap_canvas_draw_label(
    const FacecapCanvas *canvas, const FacecapCanvasLabel *label, FacecapCanvasColor background,
    FacecapCanvasColor ink, char *message, int32_t message_capacity) {
    return facecap::guarded(message, message_capacity, -1, [&] {
        facecap_drawing::Canvas target(*canvas);
        facecap_drawing::draw_label(target, *label, target.sample(background), target.sample(ink));
        return 0;
    });
}

int32_t facecap_canvas_cover(
    const FacecapCanvas *canvas, const FacecapCanvasPoint *points, int32_t count,
    FacecapCovering covering, FacecapCanvasColor color, char *message, int32_t message_capacity) {
    return facecap::guarded(message, message_capacity, -1, [&] {
        facecap_drawing::Canvas target(*canvas);
        facecap_drawing::cover(target, points, count, covering, target.sample(color));
        return 0;
    });
}
