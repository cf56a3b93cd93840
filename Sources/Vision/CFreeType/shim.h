// SPDX-License-Identifier: Apache-2.0
// FreeType and fontconfig, with what Swift does not import.
#ifndef FACECAP_CFREETYPE_SHIM_H
#define FACECAP_CFREETYPE_SHIM_H

#include <fontconfig/fontconfig.h>
#include <ft2build.h>
#include FT_FREETYPE_H

/// An outline as 256 levels of coverage, its horizontal edges on whole pixels.
static const FT_Int32 facecap_ft_load_flags = FT_LOAD_RENDER | FT_LOAD_TARGET_LIGHT;

/// Names of properties in fontconfig's patterns.
static const char *_Nonnull const facecap_fc_family = FC_FAMILY;
static const char *_Nonnull const facecap_fc_file = FC_FILE;
static const char *_Nonnull const facecap_fc_index = FC_INDEX;
static const char *_Nonnull const facecap_fc_scalable = FC_SCALABLE;
static const char *_Nonnull const facecap_fc_color = FC_COLOR;
static const char *_Nonnull const facecap_fc_charset = FC_CHARSET;

#endif
