// SPDX-License-Identifier: Apache-2.0
// OpenCV's networks and cascades, which many runs do not need, by their names in the Itanium C++ ABI.
#include <opencv2/core/cvdef.h>
#include <opencv2/core/version.hpp>
#include <opencv2/dnn/version.hpp>

#include "delay_loading.h"

static_assert(CV_VERSION_MAJOR == 4, "The names of OpenCV 5 are others.");

#define LIBRARY(name) "libopencv_" name ".so." CVAUX_STR(CV_VERSION_MAJOR) MINOR_VERSION
#if CV_VERSION_MINOR < 10
#define MINOR_VERSION "0" CVAUX_STR(CV_VERSION_MINOR)
#else
#define MINOR_VERSION CVAUX_STR(CV_VERSION_MINOR)
#endif

#define STRING "NSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE"

#define CASCADE(name) \
    FACECAP_DELAYED_FUNCTION(LIBRARY("objdetect"), "_ZN2cv17CascadeClassifier" name)
CASCADE("C1Ev")
CASCADE("D1Ev")
CASCADE("4loadERK" STRING)
CASCADE("16detectMultiScaleERKNS_11_InputArrayERSt6vectorINS_5Rect_IiEESaIS6_EERS4_IiSaIiEE"
        "diiNS_5Size_IiEESE_")

// Its inline namespace has the date of its interface.
#define NETWORK(qualifiers, name) \
    FACECAP_DELAYED_FUNCTION( \
        LIBRARY("dnn"), \
        "_ZN" qualifiers "2cv3dnn14dnn4_v" CVAUX_STR(OPENCV_DNN_API_VERSION) name)
NETWORK("", "15readNetFromONNXEPKcm")
NETWORK("", "3NetC1Ev")
NETWORK("", "3NetD1Ev")
NETWORK("", "3Net8setInputERKNS_11_InputArrayERK" STRING "dRKNS_7Scalar_IdEE")
NETWORK("", "3Net7forwardERKNS_12_OutputArrayERKSt6vectorI" STRING "SaISC_EE")
NETWORK("K", "3Net28getUnconnectedOutLayersNamesB5cxx11Ev")
