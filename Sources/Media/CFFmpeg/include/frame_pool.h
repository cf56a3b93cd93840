// SPDX-License-Identifier: Apache-2.0
// Memory for decoded frames that somebody else provides: decoders write into it where there is some, and into
// their own where there is none.
#ifndef FACECAP_FRAME_POOL_H
#define FACECAP_FRAME_POOL_H

#include <libavcodec/avcodec.h>
#include <stddef.h>
#include <stdint.h>

/// Regions of memory, each used by one frame at a time. Every thread may call its functions.
struct facecap_frame_pool;

/// The most regions of a pool.
enum { FACECAP_FRAME_POOL_LIMIT = 64 };

/// A pool without memory, which lives as long as the program; NULL where there is no memory for it.
struct facecap_frame_pool *_Nullable facecap_frame_pool_create(void);

/// Adds a region; 0, or -1 where there are too many.
int facecap_frame_pool_add(struct facecap_frame_pool *_Nonnull pool, int32_t number,
                           uint8_t *_Nonnull base, size_t size);

/// How many regions decoders may use at once.
void facecap_frame_pool_limit(struct facecap_frame_pool *_Nonnull pool, int32_t limit);

/// The region that holds an address, and how far from its beginning: its number, or -1 where there is none.
int32_t facecap_frame_pool_find(struct facecap_frame_pool *_Nonnull pool,
                                const void *_Nonnull address, size_t *_Nonnull offset);

/// A region of at least `size` bytes that nobody uses, from now on in use: its number, or -1.
int32_t facecap_frame_pool_take(struct facecap_frame_pool *_Nonnull pool, size_t size,
                                uint8_t *_Nullable *_Nonnull base);

/// Ends the use of a region that was taken.
void facecap_frame_pool_give(struct facecap_frame_pool *_Nonnull pool, int32_t number);

/// Removes a region that nobody uses and that has fewer than `size` bytes: its number, or -1.
int32_t facecap_frame_pool_remove(struct facecap_frame_pool *_Nonnull pool, size_t size,
                                  uint8_t *_Nullable *_Nonnull base, size_t *_Nonnull old_size);

/// How many frames found no region since the last call, and the bytes that the last of them needs.
int32_t facecap_frame_pool_missed(struct facecap_frame_pool *_Nonnull pool, size_t *_Nonnull size);

/// Memory for a frame from a pool; 1 where the decoder has to take its own. See AVCodecContext.get_buffer2.
int facecap_frame_pool_get_buffer(struct facecap_frame_pool *_Nonnull pool,
                                  AVCodecContext *_Nonnull decoder, AVFrame *_Nonnull frame);

#endif
