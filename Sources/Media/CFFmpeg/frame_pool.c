// SPDX-License-Identifier: Apache-2.0
#include "frame_pool.h"

#include <libavutil/imgutils.h>
#include <pthread.h>
#include <stdlib.h>

enum use { FREE, DECODED, TAKEN };

struct region {
    struct facecap_frame_pool *pool;
    uint8_t *base;
    size_t size;
    int32_t number;
    enum use use;
};

struct facecap_frame_pool {
    pthread_mutex_t lock;
    struct region regions[FACECAP_FRAME_POOL_LIMIT];
    size_t missed_size;
    int32_t missed_count;
    int32_t decoded_count;
    int32_t decoded_limit;
};

struct facecap_frame_pool *facecap_frame_pool_create(void) {
    struct facecap_frame_pool *pool = calloc(1, sizeof *pool);
    if (!pool)
        return NULL;
    pthread_mutex_init(&pool->lock, NULL);
    for (int i = 0; i < FACECAP_FRAME_POOL_LIMIT; i++)
        pool->regions[i].pool = pool;
    return pool;
}

int facecap_frame_pool_add(
    struct facecap_frame_pool *pool, int32_t number, uint8_t *base, size_t size) {
    int result = -1;
    pthread_mutex_lock(&pool->lock);
    for (int i = 0; i < FACECAP_FRAME_POOL_LIMIT && result != 0; i++) {
        struct region *region = &pool->regions[i];
        if (region->base)
            continue;
        region->base = base;
        region->size = size;
        region->number = number;
        region->use = FREE;
        result = 0;
    }
    pthread_mutex_unlock(&pool->lock);
    return result;
}

void facecap_frame_pool_limit(struct facecap_frame_pool *pool, int32_t limit) {
    pthread_mutex_lock(&pool->lock);
    pool->decoded_limit = limit;
    pthread_mutex_unlock(&pool->lock);
}

int32_t facecap_frame_pool_find(
    struct facecap_frame_pool *pool, const void *address, size_t *offset) {
    const uint8_t *byte = address;
    int32_t number = -1;
    pthread_mutex_lock(&pool->lock);
    for (int i = 0; i < FACECAP_FRAME_POOL_LIMIT; i++) {
        const struct region *region = &pool->regions[i];
        if (region->base && byte >= region->base && byte < region->base + region->size) {
            *offset = (size_t)(byte - region->base);
            number = region->number;
            break;
        }
    }
    pthread_mutex_unlock(&pool->lock);
    return number;
}

// The one that was used last comes first: fewer pages are touched. Locked.
static struct region *find_free(struct facecap_frame_pool *pool, size_t size) {
    for (int i = 0; i < FACECAP_FRAME_POOL_LIMIT; i++) {
        struct region *region = &pool->regions[i];
        if (region->base && region->use == FREE && region->size >= size)
            return region;
    }
    return NULL;
}

int32_t facecap_frame_pool_take(struct facecap_frame_pool *pool, size_t size, uint8_t **base) {
    pthread_mutex_lock(&pool->lock);
    struct region *region = find_free(pool, size);
    if (region) {
        region->use = TAKEN;
        *base = region->base;
    }
    pthread_mutex_unlock(&pool->lock);
    return region ? region->number : -1;
}

void facecap_frame_pool_give(struct facecap_frame_pool *pool, int32_t number) {
    pthread_mutex_lock(&pool->lock);
    for (int i = 0; i < FACECAP_FRAME_POOL_LIMIT; i++) {
        struct region *region = &pool->regions[i];
        if (region->base && region->number == number && region->use == TAKEN)
            region->use = FREE;
    }
    pthread_mutex_unlock(&pool->lock);
}

int32_t facecap_frame_pool_remove(
    struct facecap_frame_pool *pool, size_t size, uint8_t **base, size_t *old_size) {
    int32_t number = -1;
    pthread_mutex_lock(&pool->lock);
    for (int i = 0; i < FACECAP_FRAME_POOL_LIMIT; i++) {
        struct region *region = &pool->regions[i];
        if (region->base && region->use == FREE && region->size < size) {
            number = region->number;
            *base = region->base;
            *old_size = region->size;
            region->base = NULL;
            break;
        }
    }
    pthread_mutex_unlock(&pool->lock);
    return number;
}

int32_t facecap_frame_pool_missed(struct facecap_frame_pool *pool, size_t *size) {
    pthread_mutex_lock(&pool->lock);
    int32_t count = pool->missed_count;
    *size = pool->missed_size;
    pool->missed_count = 0;
    pthread_mutex_unlock(&pool->lock);
    return count;
}

// The last reference to a decoded frame is gone.
static void give_back(void *opaque, uint8_t *data) {
    (void)data;
    struct region *region = opaque;
    pthread_mutex_lock(&region->pool->lock);
    region->use = FREE;
    region->pool->decoded_count--;
    pthread_mutex_unlock(&region->pool->lock);
}

static struct region *take_for_decoder(struct facecap_frame_pool *pool, size_t size) {
    pthread_mutex_lock(&pool->lock);
    struct region *region = NULL;
    if (pool->decoded_count < pool->decoded_limit)
        region = find_free(pool, size);
    if (region) {
        region->use = DECODED;
        pool->decoded_count++;
    } else {
        pool->missed_count++;
        pool->missed_size = size;
    }
    pthread_mutex_unlock(&pool->lock);
    return region;
}

// How libavcodec lays out frames by itself: rows and planes begin where vectors want them.
enum { PLANES = 4, PLANE_ALIGNMENT = 64 };

static size_t round_up(size_t size) {
    return (size + PLANE_ALIGNMENT - 1) / PLANE_ALIGNMENT * PLANE_ALIGNMENT;
}

static int find_layout(AVCodecContext *decoder, const AVFrame *frame, int rows[PLANES],
                       size_t sizes[PLANES]) {
    int width = frame->width, height = frame->height, alignment[AV_NUM_DATA_POINTERS], rest;
    avcodec_align_dimensions2(decoder, &width, &height, alignment);
    do {
        if (av_image_fill_linesizes(rows, frame->format, width) < 0)
            return -1;
        width += width & ~(width - 1);
        rest = 0;
        for (int i = 0; i < PLANES; i++)
            rest |= rows[i] % (alignment[i] > 0 ? alignment[i] : 1);
    } while (rest);
    ptrdiff_t distances[PLANES];
    for (int i = 0; i < PLANES; i++)
        distances[i] = rows[i];
    return av_image_fill_plane_sizes(sizes, frame->format, height, distances);
}

int facecap_frame_pool_get_buffer(
    struct facecap_frame_pool *pool, AVCodecContext *decoder, AVFrame *frame) {
    int rows[PLANES];
    size_t sizes[PLANES], total = 0;
    if (!(decoder->codec->capabilities & AV_CODEC_CAP_DR1) ||
        find_layout(decoder, frame, rows, sizes) < 0)
        return 1;
    for (int i = 0; i < PLANES; i++)
        total += sizes[i] ? round_up(sizes[i] + PLANE_ALIGNMENT) : 0;
    struct region *region = take_for_decoder(pool, total);
    if (!region)
        return 1;
    AVBufferRef *buffer = av_buffer_create(region->base, total, give_back, region, 0);
    if (!buffer) {
        give_back(region, NULL);
        return AVERROR(ENOMEM);
    }
    frame->buf[0] = buffer;
    size_t offset = 0;
    for (int i = 0; i < PLANES; i++) {
        frame->data[i] = sizes[i] ? region->base + offset : NULL;
        frame->linesize[i] = rows[i];
        offset += sizes[i] ? round_up(sizes[i] + PLANE_ALIGNMENT) : 0;
    }
    frame->extended_data = frame->data;
    return 0;
}
