// SPDX-License-Identifier: Apache-2.0
#ifndef FACECAP_HEIF_LIBRARY_H
#define FACECAP_HEIF_LIBRARY_H

/// The name by which libheif is loaded.
#define FACECAP_HEIF_LIBRARY "libheif.so.1"

#endif
