// What Swift cannot import of FFmpeg's headers (macros, variadic functions), as constants.
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

#endif
