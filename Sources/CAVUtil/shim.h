#ifndef FACECAP_CAVUTIL_SHIM_H
#define FACECAP_CAVUTIL_SHIM_H

#include <libavutil/mem.h>
#include <libavutil/sha.h>

#endif
