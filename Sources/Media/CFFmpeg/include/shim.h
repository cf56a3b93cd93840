// SPDX-License-Identifier: Apache-2.0
// What Swift cannot import of FFmpeg's headers (macros, variadic functions, arrays inside structs,
// names that differ between versions), as constants and inline functions.
#ifndef FACECAP_CFFMPEG_SHIM_H
#define FACECAP_CFFMPEG_SHIM_H

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/display.h>
#include <libavutil/hwcontext.h>
#include <libavutil/imgutils.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>

#include "frame_pool.h"

static const int64_t FACECAP_AV_NOPTS_VALUE = AV_NOPTS_VALUE;
static const int FACECAP_AV_LOG_QUIET = AV_LOG_QUIET;

static const int FACECAP_AVERROR_EOF = AVERROR_EOF;
static const int FACECAP_AVERROR_EXTERNAL = AVERROR_EXTERNAL;
static const int FACECAP_AVERROR_EXIT = AVERROR_EXIT;
static const int FACECAP_AVERROR_INVALIDDATA = AVERROR_INVALIDDATA;
static const int FACECAP_AVERROR_PROTOCOL_NOT_FOUND = AVERROR_PROTOCOL_NOT_FOUND;
static const int FACECAP_AVERROR_HTTP_UNAUTHORIZED = AVERROR_HTTP_UNAUTHORIZED;
static const int FACECAP_AVERROR_HTTP_FORBIDDEN = AVERROR_HTTP_FORBIDDEN;
static const int FACECAP_AVERROR_HTTP_NOT_FOUND = AVERROR_HTTP_NOT_FOUND;

/// The first byte of a plane; NULL beyond the last plane.
static inline uint8_t *_Nullable facecap_frame_plane(const AVFrame *_Nonnull frame, int plane) {
    return plane >= 0 && plane < 4 ? frame->data[plane] : NULL;
}

/// The bytes from a row of a plane to the next one; negative in an image stored bottom up.
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

/// Where a decoder gets the memory of frames.
struct facecap_decoder_memory {
    /// What provides it where it has some; NULL for libavcodec alone.
    struct facecap_frame_pool *_Nullable pool;
    /// Not 0 since memory was refused.
    int refusal;
};

/// Memory for a frame; a refusal is noted where `opaque` points.
static inline int facecap_get_watched_buffer(
    AVCodecContext *_Nonnull decoder, AVFrame *_Nonnull frame, int flags) {
    struct facecap_decoder_memory *memory = (struct facecap_decoder_memory *)decoder->opaque;
    int result = memory->pool ? facecap_frame_pool_get_buffer(memory->pool, decoder, frame) : 1;
    if (result == 1)
        result = avcodec_default_get_buffer2(decoder, frame, flags);
    if (result == AVERROR(ENOMEM))
        __atomic_store_n(&memory->refusal, 1, __ATOMIC_RELAXED);
    return result;
}

/// Makes a decoder get the memory of frames by `memory`, which lives longer; before it is opened.
static inline void facecap_decoder_set_memory(
    AVCodecContext *_Nonnull decoder, struct facecap_decoder_memory *_Nonnull memory) {
    decoder->opaque = memory;
    decoder->get_buffer2 = facecap_get_watched_buffer;
#if LIBAVCODEC_VERSION_MAJOR < 60
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
    // Otherwise threads of frames would wait for one another.
    decoder->thread_safe_callbacks = 1;
#pragma GCC diagnostic pop
#endif
}

/// Whether memory was refused since the last call.
static inline int facecap_decoder_take_refusal(struct facecap_decoder_memory *_Nonnull memory) {
    return __atomic_exchange_n(&memory->refusal, 0, __ATOMIC_RELAXED);
}

/// The number of the packet that a frame was decoded from.
static inline int64_t facecap_frame_packet_number(const AVFrame *_Nonnull frame) {
#ifdef AV_CODEC_FLAG_COPY_OPAQUE
    return (int64_t)(intptr_t)frame->opaque;
#else
    return frame->reordered_opaque;
#endif
}

/// How long an image is shown, in the stream's time base; 0 when unknown.
static inline int64_t facecap_frame_duration(const AVFrame *_Nonnull frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 30, 100)
    return frame->duration;
#else
    return frame->pkt_duration;
#endif
}

/// Whether the decoder says that parts of an image are made up.
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
    struct SwsContext *_Nonnull scaler, const AVFrame *_Nonnull from, AVFrame *_Nonnull to) {
    return sws_scale(
        scaler, (const uint8_t *const *)from->data, from->linesize, 0, from->height, to->data,
        to->linesize);
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

/// Whether an encoder takes images of a pixel format; one that does not list any may.
static inline int facecap_encoder_takes_images(
    const AVCodec *_Nonnull encoder, enum AVPixelFormat format) {
    const enum AVPixelFormat *formats = encoder->pix_fmts;
    if (!formats) return 1;
    while (*formats != AV_PIX_FMT_NONE && *formats != format) formats++;
    return *formats == format && format != AV_PIX_FMT_NONE;
}

/// The kind of device whose frames an encoder takes, and how it calls their format; none where it takes none.
static inline enum AVHWDeviceType facecap_encoder_device(
    const AVCodec *_Nonnull encoder, enum AVPixelFormat *_Nonnull format) {
    const AVCodecHWConfig *config;
    for (int index = 0; (config = avcodec_get_hw_config(encoder, index)); index++) {
        if (!(config->methods & AV_CODEC_HW_CONFIG_METHOD_HW_FRAMES_CTX)) continue;
        if (config->device_type == AV_HWDEVICE_TYPE_NONE) continue;
        *format = config->pix_fmt;
        return config->device_type;
    }
    return AV_HWDEVICE_TYPE_NONE;
}

/// Room for NV12 frames of a size on a device; NULL with a code where there is none.
static inline AVBufferRef *_Nullable facecap_device_frames_create(
    AVBufferRef *_Nonnull device, enum AVPixelFormat format, int width, int height,
    int *_Nonnull code) {
    AVBufferRef *frames = av_hwframe_ctx_alloc(device);
    *code = AVERROR(ENOMEM);
    if (!frames) return NULL;
    AVHWFramesContext *fields = (AVHWFramesContext *)frames->data;
    fields->format = format;
    fields->sw_format = AV_PIX_FMT_NV12;
    fields->width = width;
    fields->height = height;
    // Where a device has no more than there are at first: those that an encoder refers to, and those on their way.
    fields->initial_pool_size = 24;
    *code = av_hwframe_ctx_init(frames);
    if (*code < 0) av_buffer_unref(&frames);
    return frames;
}

/// Whether an encoder takes audio of a sample format.
static inline int facecap_encoder_takes_samples(
    const AVCodec *_Nonnull encoder, enum AVSampleFormat format) {
    const enum AVSampleFormat *formats = encoder->sample_fmts;
    if (!formats) return 1;
    while (*formats != AV_SAMPLE_FMT_NONE && *formats != format) formats++;
    return *formats == format && format != AV_SAMPLE_FMT_NONE;
}

/// The rate nearest to `wanted` that an encoder takes: the lowest one that loses nothing, else its
/// highest.
static inline int facecap_encoder_sample_rate(const AVCodec *_Nonnull encoder, int wanted) {
    const int *rates = encoder->supported_samplerates;
    if (!rates) return wanted;
    int highest = 0, best = 0;
    for (; *rates; rates++) {
        if (*rates > highest) highest = *rates;
        if (*rates >= wanted && (best == 0 || *rates < best)) best = *rates;
    }
    return best ? best : highest;
}

/// Sets an option of an encoder by its name; negative when it has none of that name or refuses the
/// value.
static inline int facecap_encoder_set(
    AVCodecContext *_Nonnull context, const char *_Nonnull name, const char *_Nonnull value) {
    return context->priv_data && context->codec->priv_class
        ? av_opt_set(context->priv_data, name, value, 0)
        : AVERROR_OPTION_NOT_FOUND;
}

/// Sets the number of channels, in the arrangement that the encoder has for them.
static inline void facecap_encoder_set_channels(AVCodecContext *_Nonnull context, int count) {
    AVChannelLayout front = AV_CHANNEL_LAYOUT_SURROUND, corners = AV_CHANNEL_LAYOUT_QUAD;
    int is_opus = context->codec_id == AV_CODEC_ID_OPUS;
    if (is_opus && count == 3)
        context->ch_layout = front;
    else if (is_opus && count == 4)
        context->ch_layout = corners;
    else
        av_channel_layout_default(&context->ch_layout, count);
}

/// Lets a plane of a frame lie in memory that `owner` keeps; the frame takes the reference.
static inline void facecap_frame_set_plane(
    AVFrame *_Nonnull frame, int plane, const uint8_t *_Nonnull bytes, int bytes_per_row,
    AVBufferRef *_Nonnull owner) {
    frame->data[plane] = (uint8_t *)bytes;
    frame->linesize[plane] = bytes_per_row;
    frame->buf[plane] = owner;
}

/// Makes a converter of images between sizes, pixel formats, ranges of luma and matrices, which are codes of
/// ISO/IEC 23091-2: what made luma and chroma of RGB, and what is to make them. NULL on failure.
static inline struct SwsContext *_Nullable facecap_scaler_create(
    const AVFrame *_Nonnull from, int is_full_range_from, int matrix_from,
    const AVFrame *_Nonnull to, int is_full_range_to, int matrix_to) {
    struct SwsContext *scaler = sws_alloc_context();
    if (!scaler) return NULL;
    av_opt_set_int(scaler, "srcw", from->width, 0);
    av_opt_set_int(scaler, "srch", from->height, 0);
    av_opt_set_int(scaler, "src_format", from->format, 0);
    av_opt_set_int(scaler, "src_range", is_full_range_from, 0);
    av_opt_set_int(scaler, "dstw", to->width, 0);
    av_opt_set_int(scaler, "dsth", to->height, 0);
    av_opt_set_int(scaler, "dst_format", to->format, 0);
    av_opt_set_int(scaler, "dst_range", is_full_range_to, 0);
    // At odd widths the chroma of RGB would be taken from pairs of which the last one lies outside.
    int is_odd = from->width & 1 ? SWS_FULL_CHR_H_INP : 0;
    // Its tables for pairs of pixels are 2 off in gray.
    int is_exact = to->format == AV_PIX_FMT_BGRA ? SWS_FULL_CHR_H_INT : 0;
    av_opt_set_int(scaler, "sws_flags", SWS_BILINEAR | SWS_ACCURATE_RND | is_odd | is_exact, 0);
    if (sws_init_context(scaler, NULL, NULL) < 0) {
        sws_freeContext(scaler);
        return NULL;
    }
    sws_setColorspaceDetails(
        scaler, sws_getCoefficients(matrix_from), is_full_range_from,
        sws_getCoefficients(matrix_to), is_full_range_to, 0, 1 << 16, 1 << 16);
    return scaler;
}

/// Lets `window` show the part of `frame` that begins at an even column and row; it owns nothing.
static inline void facecap_frame_set_window(
    AVFrame *_Nonnull window, const AVFrame *_Nonnull frame, int x, int y) {
    const AVPixFmtDescriptor *format =
        av_pix_fmt_desc_get((enum AVPixelFormat)frame->format);
    for (int i = 0; format && i < format->nb_components; i++) {
        const AVComponentDescriptor *component = &format->comp[i];
        int is_chroma = i == 1 || i == 2;
        int column = is_chroma ? x >> format->log2_chroma_w : x;
        int row = is_chroma ? y >> format->log2_chroma_h : y;
        if (component->offset != 0) continue;
        window->data[component->plane] = frame->data[component->plane]
            + (ptrdiff_t)row * frame->linesize[component->plane] + column * component->step;
        window->linesize[component->plane] = frame->linesize[component->plane];
    }
}

/// Makes a writable frame black; negative where its format has no black.
static inline int facecap_frame_fill_black(AVFrame *_Nonnull frame, int is_full_range) {
    ptrdiff_t bytes_per_row[4];
    for (int i = 0; i < 4; i++) bytes_per_row[i] = frame->linesize[i];
    return av_image_fill_black(
        frame->data, bytes_per_row, (enum AVPixelFormat)frame->format,
        is_full_range ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG, frame->width, frame->height);
}

/// Bytes that libswscale may read behind a row, with room to spare.
#define FACECAP_SCALER_OVERREAD 256

/// The first of a frame's last rows from which on a reader of a row stays within the frame no more; a
/// multiple of 4, so that it is a row of chroma too.
static inline int facecap_frame_tail(const AVFrame *_Nonnull frame) {
    const AVPixFmtDescriptor *format = av_pix_fmt_desc_get((enum AVPixelFormat)frame->format);
    int shift = format ? format->log2_chroma_h : 0, stride = FACECAP_SCALER_OVERREAD;
    for (int i = 0; i < AV_NUM_DATA_POINTERS && frame->data[i]; i++)
        stride = FFMIN(stride, abs(frame->linesize[i]));
    if (stride == 0) return 0;
    int rows = (FACECAP_SCALER_OVERREAD / stride + 1) << shift;
    return FFMAX(0, frame->height - rows) & ~3;
}

/// Converts a whole frame into another one; returns the rows written, or a negative error.
///
/// The last rows are taken from a copy with room behind it, `tail`, which is kept for the next frame:
/// libswscale reads beyond a row, where the memory of a camera or of somebody else may end.
static inline int facecap_scaler_scale(
    struct SwsContext *_Nonnull scaler, const AVFrame *_Nonnull from, AVFrame *_Nonnull tail,
    AVFrame *_Nonnull to) {
    const AVPixFmtDescriptor *format = av_pix_fmt_desc_get((enum AVPixelFormat)from->format);
    int first = facecap_frame_tail(from), rows = from->height - first;
    if (!format) return AVERROR(EINVAL);
    if (tail->width != from->width || tail->height != rows || tail->format != from->format) {
        av_frame_unref(tail);
        tail->width = from->width;
        tail->height = rows;
        tail->format = from->format;
        int result = av_frame_get_buffer(tail, 0);
        if (result < 0) return result;
    }
    const uint8_t *planes[4] = {0};
    int bytes_per_row[4] = {0};
    for (int i = 0; i < 4 && from->data[i]; i++) {
        int row = i == 1 || i == 2 ? first >> format->log2_chroma_h : first;
        planes[i] = from->data[i] + (ptrdiff_t)row * from->linesize[i];
        bytes_per_row[i] = from->linesize[i];
    }
    av_image_copy(
        tail->data, tail->linesize, planes, bytes_per_row, (enum AVPixelFormat)from->format,
        from->width, rows);
    int written = 0;
    if (first > 0)
        written = sws_scale(
            scaler, (const uint8_t *const *)from->data, from->linesize, 0, first, to->data,
            to->linesize);
    if (written < 0) return written;
    int last = sws_scale(
        scaler, (const uint8_t *const *)tail->data, tail->linesize, first, rows, to->data,
        to->linesize);
    return last < 0 ? last : written + last;
}

/// Lets a plane of a frame lie in memory that somebody else keeps; the frame owns nothing of it.
static inline void facecap_frame_show_plane(
    AVFrame *_Nonnull frame, int plane, uint8_t *_Nullable bytes, int bytes_per_row) {
    frame->data[plane] = bytes;
    frame->linesize[plane] = bytes_per_row;
}

/// Copies a frame into one of the same format whose sides are the next even ones: the last column and the last row are
/// there twice then. Chroma that pixels share has a sample for the last one already.
static inline void facecap_frame_pad(AVFrame *_Nonnull to, const AVFrame *_Nonnull from) {
    const AVPixFmtDescriptor *format = av_pix_fmt_desc_get((enum AVPixelFormat)from->format);
    int planes = av_pix_fmt_count_planes((enum AVPixelFormat)from->format);
    if (!format) return;
    for (int i = 0; i < planes; i++) {
        int is_chroma = i == 1 || i == 2;
        int rows = is_chroma ? AV_CEIL_RSHIFT(from->height, format->log2_chroma_h) : from->height;
        int to_rows = is_chroma ? AV_CEIL_RSHIFT(to->height, format->log2_chroma_h) : to->height;
        int bytes = av_image_get_linesize(
            (enum AVPixelFormat)from->format, from->width, i);
        int to_bytes = av_image_get_linesize((enum AVPixelFormat)to->format, to->width, i);
        int is_packed_pairs = planes == 1 && format->log2_chroma_w == 1;
        // Packed pairs are whole: the second luma of the last one is made up.
        if (is_packed_pairs) bytes = to_bytes;
        int step = to_bytes - bytes;
        for (int row = 0; row < to_rows; row++) {
            const uint8_t *source = from->data[i] + (ptrdiff_t)FFMIN(row, rows - 1) * from->linesize[i];
            uint8_t *target = to->data[i] + (ptrdiff_t)row * to->linesize[i];
            memcpy(target, source, bytes);
            if (step > 0) memcpy(target + bytes, source + bytes - step, step);
            if (is_packed_pairs && from->width & 1) {
                int luma = format->comp[0].offset;
                target[to_bytes - 4 + luma + 2] = target[to_bytes - 4 + luma];
            }
        }
    }
}

/// Makes a converter from interleaved floats to what an encoder wants; NULL on failure.
static inline SwrContext *_Nullable facecap_resampler_create_for(
    const AVCodecContext *_Nonnull encoder, int sample_rate) {
    SwrContext *resampler = NULL;
    int result = swr_alloc_set_opts2(
        &resampler, &encoder->ch_layout, encoder->sample_fmt, encoder->sample_rate,
        &encoder->ch_layout, AV_SAMPLE_FMT_FLT, sample_rate, 0, NULL);
    if (result >= 0) result = swr_init(resampler);
    if (result < 0) swr_free(&resampler);
    return resampler;
}

/// Makes a converter between interleaved floats of two rates and numbers of channels, which mixes several to one by their
/// mean, and one to several as it is; NULL on failure.
static inline SwrContext *_Nullable facecap_resampler_create_between(
    int from_rate, int from_channels, int to_rate, int to_channels) {
    if (from_channels < 1 || from_channels > 64 || to_channels < 1 || to_channels > 64) return NULL;
    AVChannelLayout from = {0}, to = {0};
    av_channel_layout_default(&from, from_channels);
    av_channel_layout_default(&to, to_channels);
    SwrContext *resampler = NULL;
    int result = swr_alloc_set_opts2(
        &resampler, &to, AV_SAMPLE_FMT_FLT, to_rate, &from, AV_SAMPLE_FMT_FLT, from_rate, 0, NULL);
    double shares[64];
    if (result >= 0 && from_channels != to_channels && (from_channels == 1 || to_channels == 1)) {
        for (int index = 0; index < 64; index++) shares[index] = 1.0 / from_channels;
        result = swr_set_matrix(resampler, shares, from_channels);
    }
    if (result >= 0) result = swr_init(resampler);
    if (result < 0) swr_free(&resampler);
    return resampler;
}

/// Converts `count` samples a channel, or ends the audio where `samples` is NULL, and writes at most `capacity` a channel
/// to `output`; returns how many a channel, or a negative error.
static inline int facecap_resampler_convert_floats(
    SwrContext *_Nonnull resampler, const float *_Nullable samples, int count,
    float *_Nonnull output, int capacity) {
    const uint8_t *input[1] = {(const uint8_t *)samples};
    uint8_t *planes[1] = {(uint8_t *)output};
    return swr_convert(resampler, planes, capacity, samples ? input : NULL, count);
}

/// Gives a converter `count` samples a channel, none where `samples` is NULL, which also ends the
/// audio, and fills a frame with what comes out, from its sample `filled` up to `capacity`. What does
/// not fit stays in the converter. Returns how many were written, or a negative error.
static inline int facecap_resampler_fill(
    SwrContext *_Nonnull resampler, AVFrame *_Nonnull frame, int filled, int capacity,
    const float *_Nullable samples, int count) {
    enum AVSampleFormat format = (enum AVSampleFormat)frame->format;
    int channels = frame->ch_layout.nb_channels, is_planar = av_sample_fmt_is_planar(format);
    size_t offset = (size_t)filled * av_get_bytes_per_sample(format) * (is_planar ? 1 : channels);
    uint8_t *planes[AV_NUM_DATA_POINTERS] = {0};
    if (is_planar && channels > AV_NUM_DATA_POINTERS) return AVERROR(EINVAL);
    for (int plane = 0; plane < (is_planar ? channels : 1); plane++)
        planes[plane] = frame->extended_data[plane] + offset;
    const uint8_t *input[1] = {(const uint8_t *)samples};
    return swr_convert(
        resampler, planes, capacity - filled, samples ? input : NULL, samples ? count : 0);
}

#endif
