#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <string>

#include "canvas.hpp"

namespace facecap_drawing {

namespace {

constexpr int font = cv::FONT_HERSHEY_SIMPLEX;
constexpr size_t longest_text = 255;
/// The height of a capital letter at scale 1.
constexpr double capital_height = 21;
/// Of the label's height.
constexpr double capital_share = 0.55;
constexpr double padding_share = 0.3;

std::string printable(const char *text) {
    std::string result;
    for (; *text != '\0' && result.size() < longest_text; ++text) {
        result.push_back(*text >= ' ' && *text <= '~' ? *text : '?');
    }
    return result;
}

/// Where a label is in the picture as it is shown; empty when it is not in it.
cv::Rect place(cv::Size shown, FacecapCanvasPoint corner, cv::Size label) {
    const cv::Rect2d wished(corner.x, corner.y - label.height, label.width, label.height);
    // One whose face is out of view is so as well.
    if (wished.x >= shown.width || wished.x + 2 * wished.width <= 0 ||
        wished.y >= shown.height || wished.y + 2 * wished.height <= 0) {
        return {};
    }
    const auto inside = [](double start, int length, int room) {
        const int rounded = static_cast<int>(std::floor(start / 2)) * 2;
        return std::max(0, std::min(rounded, room - length));
    };
    const cv::Rect moved(
        inside(wished.x, label.width, shown.width), inside(wished.y, label.height, shown.height),
        label.width, label.height);
    return moved & cv::Rect({0, 0}, shown);
}

/// Turns what is to be shown upright to where it is stored.
cv::Mat stored_mask(const cv::Mat &shown, int quarter_turns, cv::Mat &memory) {
    switch (quarter_turns) {
        case 1: cv::rotate(shown, memory, cv::ROTATE_90_COUNTERCLOCKWISE); return memory;
        case 2: cv::rotate(shown, memory, cv::ROTATE_180); return memory;
        case 3: cv::rotate(shown, memory, cv::ROTATE_90_CLOCKWISE); return memory;
        default: return shown;
    }
}

cv::Rect stored_rect(const Canvas &canvas, cv::Rect shown) {
    const cv::Point2d a = canvas.stored({double(shown.x), double(shown.y)});
    const cv::Point2d b =
        canvas.stored({double(shown.x + shown.width), double(shown.y + shown.height)});
    return {
        cv::Point(static_cast<int>(std::min(a.x, b.x)), static_cast<int>(std::min(a.y, b.y))),
        cv::Point(static_cast<int>(std::max(a.x, b.x)), static_cast<int>(std::max(a.y, b.y)))};
}

uint8_t mix(uint8_t background, uint8_t ink, int share, int whole) {
    return static_cast<uint8_t>(
        (background * (whole - share) + ink * share + whole / 2) / whole);
}

/// Fills the rectangle of a plane whose samples have `step` x `step` pixels each.
void fill(
    cv::Mat &plane, cv::Rect rect, int step, const cv::Mat &mask, uint8_t background, uint8_t ink) {
    const int last_column = (rect.x + rect.width + step - 1) / step;
    const int last_row = (rect.y + rect.height + step - 1) / step;
    for (int row = rect.y / step; row < last_row; ++row) {
        uint8_t *samples = plane.ptr(row);
        for (int column = rect.x / step; column < last_column; ++column) {
            int share = 0, whole = 0;
            for (int y = row * step; y < (row + 1) * step; ++y) {
                for (int x = column * step; x < (column + 1) * step; ++x) {
                    if (!rect.contains({x, y})) continue;
                    share += mask.at<uint8_t>(y - rect.y, x - rect.x);
                    whole += 255;
                }
            }
            samples[column] = mix(background, ink, share, whole);
        }
    }
}

}  // namespace

void draw_label(
    Canvas &canvas, const char *text, FacecapCanvasPoint corner, double height,
    const Sample &background, const Sample &ink) {
    if (!is_near(corner) || !std::isfinite(height) || height <= 0) return;
    const std::string line = printable(text);
    if (line.empty()) return;
    const cv::Size shown = canvas.shown_size();
    const int rows = std::clamp(static_cast<int>(std::lround(std::min(height, 4096.0))), 4, 4096);
    const double scale = capital_share * rows / capital_height;
    const int thickness = std::max(1, static_cast<int>(std::lround(rows / 16.0)));
    const int padding = static_cast<int>(std::lround(padding_share * rows));
    int baseline = 0;
    const cv::Size size = cv::getTextSize(line, font, scale, thickness, &baseline);
    const cv::Rect rect = place(shown, corner, {size.width + 2 * padding, rows});
    if (rect.empty()) return;
    // Memory that stays for the next label of this thread.
    static thread_local cv::Mat upright, turned;
    upright.create(rect.size(), CV_8UC1);
    upright.setTo(0);
    const int bottom = static_cast<int>(std::lround(rows * (1 + capital_share) / 2));
    cv::putText(
        upright, line, {padding, bottom}, font, scale, cv::Scalar(255), thickness, cv::LINE_AA);
    const cv::Mat mask = stored_mask(upright, canvas.quarter_turns, turned);
    const cv::Rect where = stored_rect(canvas, rect);
    for (int i = 0; i < 3; ++i) {
        fill(canvas.planes[i], where, i == 0 ? 1 : 2, mask, background[i], ink[i]);
    }
}

}  // namespace facecap_drawing
