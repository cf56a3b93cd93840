// What Swift cannot import of FFmpeg's headers (macros, variadic functions, arrays inside structs,
// names that differ between versions), as constants and inline functions.
#ifndef FACECAP_CFFMPEG_SHIM_H
#define FACECAP_CFFMPEG_SHIM_H

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/display.h>
#include <libavutil/imgutils.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>

static const int64_t FACECAP_AV_NOPTS_VALUE = AV_NOPTS_VALUE;
static const int FACECAP_AV_LOG_QUIET = AV_LOG_QUIET;
static const int FACECAP_AVSEEK_SIZE = AVSEEK_SIZE;
static const int FACECAP_AVSEEK_FORCE = AVSEEK_FORCE;

static const int FACECAP_AVERROR_EOF = AVERROR_EOF;
static const int FACECAP_AVERROR_EXIT = AVERROR_EXIT;
static const int FACECAP_AVERROR_INVALIDDATA = AVERROR_INVALIDDATA;
static const int FACECAP_AVERROR_PROTOCOL_NOT_FOUND = AVERROR_PROTOCOL_NOT_FOUND;
static const int FACECAP_AVERROR_HTTP_BAD_REQUEST = AVERROR_HTTP_BAD_REQUEST;
static const int FACECAP_AVERROR_HTTP_UNAUTHORIZED = AVERROR_HTTP_UNAUTHORIZED;
static const int FACECAP_AVERROR_HTTP_FORBIDDEN = AVERROR_HTTP_FORBIDDEN;
static const int FACECAP_AVERROR_HTTP_NOT_FOUND = AVERROR_HTTP_NOT_FOUND;
static const int FACECAP_AVERROR_HTTP_OTHER_4XX = AVERROR_HTTP_OTHER_4XX;
static const int FACECAP_AVERROR_HTTP_SERVER_ERROR = AVERROR_HTTP_SERVER_ERROR;

/// The first byte of a plane; NULL beyond the last plane.
static inline uint8_t *_Nullable facecap_frame_plane(const AVFrame *_Nonnull frame, int plane) {
    return plane >= 0 && plane < 4 ? frame->data[plane] : NULL;
}

/// The bytes from a row of a plane to the next one; negative in a picture stored bottom up.
static inline int facecap_frame_bytes_per_row(const AVFrame *_Nonnull frame, int plane) {
    return plane >= 0 && plane < 4 ? frame->linesize[plane] : 0;
}

/// Makes frames carry the numbers of the packets that they are decoded from; before the decoder is
/// opened.
static inline void facecap_decoder_keep_numbers(AVCodecContext *_Nonnull decoder) {
#ifdef AV_CODEC_FLAG_COPY_OPAQUE
    decoder->flags |= AV_CODEC_FLAG_COPY_OPAQUE;
#else
    decoder->reordered_opaque = 0;
#endif
}

/// Gives a number to the packet that the decoder is sent next.
static inline void facecap_decoder_number_packet(
    AVCodecContext *_Nonnull decoder, AVPacket *_Nonnull packet, int64_t number) {
#ifdef AV_CODEC_FLAG_COPY_OPAQUE
    packet->opaque = (void *)(intptr_t)number;
#else
    decoder->reordered_opaque = number;
#endif
}

/// The number of the packet that a frame was decoded from.
static inline int64_t facecap_frame_packet_number(const AVFrame *_Nonnull frame) {
#ifdef AV_CODEC_FLAG_COPY_OPAQUE
    return (int64_t)(intptr_t)frame->opaque;
#else
    return frame->reordered_opaque;
#endif
}

/// How long a picture is shown, in the stream's time base; 0 when unknown.
static inline int64_t facecap_frame_duration(const AVFrame *_Nonnull frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 30, 100)
    return frame->duration;
#else
    return frame->pkt_duration;
#endif
}

/// Whether the decoder says that parts of a picture are made up.
static inline int facecap_frame_is_damaged(const AVFrame *_Nonnull frame) {
    return (frame->flags & AV_FRAME_FLAG_CORRUPT) != 0 || frame->decode_error_flags != 0;
}

/// The nine numbers of a frame's display matrix; NULL when it has none.
static inline const int32_t *_Nullable facecap_frame_display_matrix(const AVFrame *_Nonnull frame) {
    const AVFrameSideData *data = av_frame_get_side_data(frame, AV_FRAME_DATA_DISPLAYMATRIX);
    return data && data->size >= 9 * sizeof(int32_t) ? (const int32_t *)data->data : NULL;
}

/// The nine numbers of a stream's display matrix; NULL when it has none.
static inline const int32_t *_Nullable facecap_stream_display_matrix(
    const AVStream *_Nonnull stream) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(60, 31, 102)
    const AVPacketSideData *data = av_packet_side_data_get(
        stream->codecpar->coded_side_data, stream->codecpar->nb_coded_side_data,
        AV_PKT_DATA_DISPLAYMATRIX);
    return data && data->size >= 9 * sizeof(int32_t) ? (const int32_t *)data->data : NULL;
#else
    size_t size = 0;
    const uint8_t *data = av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size);
    return data && size >= 9 * sizeof(int32_t) ? (const int32_t *)data : NULL;
#endif
}

/// Keeps the range of luma as it is: `is_full_range` for source and destination alike.
static inline void facecap_scaler_keep_range(
    struct SwsContext *_Nonnull scaler, int is_full_range) {
    const int *coefficients = sws_getCoefficients(SWS_CS_DEFAULT);
    sws_setColorspaceDetails(
        scaler, coefficients, is_full_range, coefficients, is_full_range, 0, 1 << 16, 1 << 16);
}

/// Converts a whole frame; returns the rows written, or a negative error.
static inline int facecap_scaler_convert(
    struct SwsContext *_Nonnull scaler, const AVFrame *_Nonnull frame,
    uint8_t *_Nullable const planes[_Nonnull 4], const int bytes_per_row[_Nonnull 4]) {
    return sws_scale(
        scaler, (const uint8_t *const *)frame->data, frame->linesize, 0, frame->height, planes,
        bytes_per_row);
}

/// Makes a converter from a frame's samples to interleaved floats of the same rate and channels;
/// NULL on failure.
static inline SwrContext *_Nullable facecap_resampler_create(const AVFrame *_Nonnull frame) {
    AVChannelLayout layout = {0};
    if (frame->ch_layout.order == AV_CHANNEL_ORDER_UNSPEC)
        av_channel_layout_default(&layout, frame->ch_layout.nb_channels);
    else if (av_channel_layout_copy(&layout, &frame->ch_layout) < 0)
        return NULL;
    SwrContext *resampler = NULL;
    int result = swr_alloc_set_opts2(
        &resampler, &layout, AV_SAMPLE_FMT_FLT, frame->sample_rate, &layout,
        (enum AVSampleFormat)frame->format, frame->sample_rate, 0, NULL);
    if (result >= 0) result = swr_init(resampler);
    if (result < 0) swr_free(&resampler);
    av_channel_layout_uninit(&layout);
    return resampler;
}

/// Writes a frame's samples, at most `capacity` a channel, to `output`; returns how many a channel,
/// or a negative error.
static inline int facecap_resampler_convert(
    SwrContext *_Nonnull resampler, const AVFrame *_Nonnull frame, float *_Nonnull output,
    int capacity) {
    uint8_t *planes[1] = {(uint8_t *)output};
    return swr_convert(
        resampler, planes, capacity, (const uint8_t **)frame->extended_data, frame->nb_samples);
}

#endif
