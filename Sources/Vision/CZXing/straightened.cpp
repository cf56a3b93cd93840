// SPDX-License-Identifier: Apache-2.0
#include "straightened.hpp"

#include <cstdlib>
#include <opencv2/imgproc.hpp>

namespace facecap {

namespace {
/// The radius in pixels within which is sharpened, and how much is added.
constexpr double sharpening_radius = 1, sharpening = 2.5;
}  // namespace

SharpenedPart::SharpenedPart(const cv::Mat &image, const SymbolRegion &region, double border) {
    const cv::Rect about = cv::boundingRect(region.corners);
    const int margin = cvCeil(border);
    const cv::Rect part = (about + cv::Point(-margin, -margin) + cv::Size(2 * margin, 2 * margin))
        & cv::Rect({}, image.size());
    origin = part.tl();
    cv::Mat blurred;
    cv::GaussianBlur(image(part), blurred, {}, sharpening_radius);
    cv::addWeighted(image(part), 1 + sharpening, blurred, -sharpening, 0, pixels, CV_16S);
}

Straightened::Straightened(
    const SharpenedPart &source, const SymbolRegion &region, cv::Size2d size, double enlargement,
    double border_x, double border_y) {
    const double left = border_x * enlargement, top = border_y * enlargement;
    const double right = left + size.width * enlargement, bottom = top + size.height * enlargement;
    const cv::Point2f from[] = {
        cv::Point2d(left, top), cv::Point2d(right, top), cv::Point2d(right, bottom),
        cv::Point2d(left, bottom)};
    back = cv::Matx33d(cv::getPerspectiveTransform(from, region.corners.data()));
    // OpenCV counts from the middle of the first pixel.
    const cv::Matx33d in(1, 0, 0.5, 0, 1, 0.5, 0, 0, 1),
        out(1, 0, -0.5 - source.origin.x, 0, 1, -0.5 - source.origin.y, 0, 0, 1);
    cv::Mat enlarged;
    cv::warpPerspective(
        source.pixels, enlarged, out * back * in, cv::Size(int(right + left), int(bottom + top)),
        cv::INTER_CUBIC | cv::WARP_INVERSE_MAP, cv::BORDER_REPLICATE);
    enlarged.convertTo(pixels, CV_8U);
    upright_rows = pixels.rows;
}

double Straightened::upright_bars() const {
    double along_rows = 1, along_columns = 1;
    for (int y = 0; y + 1 < pixels.rows; y += 2) {
        const uint8_t *row = pixels.ptr(y), *next = pixels.ptr(y + 1);
        for (int x = 0; x + 1 < pixels.cols; x += 2) {
            along_rows += std::abs(row[x + 1] - row[x]);
            along_columns += std::abs(next[x] - row[x]);
        }
    }
    return (along_rows - along_columns) / (along_rows + along_columns);
}

void Straightened::turn() {
    cv::rotate(pixels, pixels, cv::ROTATE_90_CLOCKWISE);
    is_turned = true;
}

cv::Point2f Straightened::in_image(cv::Point2d point) const {
    if (is_turned) point = {point.y, upright_rows - point.x};
    const cv::Vec3d moved = back * cv::Vec3d(point.x, point.y, 1);
    return {float(moved[0] / moved[2]), float(moved[1] / moved[2])};
}

}  // namespace facecap
