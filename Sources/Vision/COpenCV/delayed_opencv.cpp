// SPDX-License-Identifier: Apache-2.0
// OpenCV, which many runs do not need, by its names in the Itanium C++ ABI.
#include <opencv2/core.hpp>
#include <opencv2/core/parallel/parallel_backend.hpp>
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

#define CORE(name) FACECAP_DELAYED_FUNCTION(LIBRARY("core"), name)
CORE("_ZN2cv11_InputArrayC1ERKNS_7MatExprE")
CORE("_ZN2cv11addWeightedERKNS_11_InputArrayEdS2_ddRKNS_12_OutputArrayEi")
CORE("_ZN2cv13setNumThreadsEi")
CORE("_ZN2cv14extractChannelERKNS_11_InputArrayERKNS_12_OutputArrayEi")
CORE("_ZN2cv3Mat5setToERKNS_11_InputArrayES3_")
CORE("_ZN2cv3Mat6createENS_5Size_IiEEi")
CORE("_ZN2cv3Mat6createEiPKii")
CORE("_ZN2cv3Mat6createEiii")
CORE("_ZN2cv3MatC1ENS_5Size_IiEEiRKNS_7Scalar_IdEE")
CORE("_ZN2cv3MatC1EOS0_")
CORE("_ZN2cv3MatC1ERKS0_")
CORE("_ZN2cv3MatC1ERKS0_RKNS_5RangeES5_")
CORE("_ZN2cv3MatC1ERKS0_RKNS_5Rect_IiEE")
CORE("_ZN2cv3MatC1EiiiPvm")
CORE("_ZN2cv3MatC1Ev")
CORE("_ZN2cv3MatD1Ev")
CORE("_ZN2cv3MataSEOS0_")
CORE("_ZN2cv3MataSERKS0_")
CORE("_ZN2cv4flipERKNS_11_InputArrayERKNS_12_OutputArrayEi")
CORE("_ZN2cv5errorEiRKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEEPKcS9_i")
CORE("_ZN2cv5splitERKNS_3MatEPS0_")
CORE("_ZN2cv5utils7logging11setLogLevelENS1_8LogLevelE")
CORE("_ZN2cv6rotateERKNS_11_InputArrayERKNS_12_OutputArrayEi")
CORE("_ZN2cv7noArrayEv")
CORE("_ZN2cv8parallel21setParallelForBackendERKSt10shared_ptrINS0_14ParallelForAPIEEb")
CORE("_ZN2cvgeERKNS_3MatEd")
CORE("_ZN2cvleERKNS_3MatEd")
CORE("_ZNK2cv3Mat5totalEv")
CORE("_ZNK2cv3Mat6copyToERKNS_12_OutputArrayE")
CORE("_ZNK2cv3Mat9convertToERKNS_12_OutputArrayEidd")
CORE("_ZNK2cv9Exception4whatEv")
CORE("_ZN2cv11FileStorageC1ERK" STRING "iS8_")
CORE("_ZN2cv11FileStorageD1Ev")
CORE("_ZNK2cv11FileStorage20getFirstTopLevelNodeEv")

#define IMGPROC(name) FACECAP_DELAYED_FUNCTION(LIBRARY("imgproc"), name)
IMGPROC("_ZN2cv10convexHullERKNS_11_InputArrayERKNS_12_OutputArrayEbb")
IMGPROC("_ZN2cv11contourAreaERKNS_11_InputArrayEb")
IMGPROC("_ZN2cv12GaussianBlurERKNS_11_InputArrayERKNS_12_OutputArrayENS_5Size_IiEEddi")
IMGPROC("_ZN2cv12boundingRectERKNS_11_InputArrayE")
IMGPROC("_ZN2cv12findContoursERKNS_11_InputArrayERKNS_12_OutputArrayEiiNS_6Point_IiEE")
IMGPROC("_ZN2cv12morphologyExERKNS_11_InputArrayERKNS_12_OutputArrayEiS2_NS_6Point_IiEEiiRKNS_7Scalar_IdEE")
IMGPROC("_ZN2cv15warpPerspectiveERKNS_11_InputArrayERKNS_12_OutputArrayES2_NS_5Size_IiEEiiRKNS_7Scalar_IdEE")
IMGPROC("_ZN2cv16pointPolygonTestERKNS_11_InputArrayENS_6Point_IfEEb")
IMGPROC("_ZN2cv19connectedComponentsERKNS_11_InputArrayERKNS_12_OutputArrayEii")
IMGPROC("_ZN2cv21getStructuringElementEiNS_5Size_IiEENS_6Point_IiEE")
IMGPROC("_ZN2cv23getPerspectiveTransformEPKNS_6Point_IfEES3_i")
IMGPROC("_ZN2cv4blurERKNS_11_InputArrayERKNS_12_OutputArrayENS_5Size_IiEENS_6Point_IiEEi")
IMGPROC("_ZN2cv4lineERKNS_17_InputOutputArrayENS_6Point_IiEES4_RKNS_7Scalar_IdEEiii")
IMGPROC("_ZN2cv6circleERKNS_17_InputOutputArrayENS_6Point_IiEEiRKNS_7Scalar_IdEEiii")
IMGPROC("_ZN2cv6resizeERKNS_11_InputArrayERKNS_12_OutputArrayENS_5Size_IiEEddi")
IMGPROC("_ZN2cv7momentsERKNS_11_InputArrayEb")
IMGPROC("_ZN2cv8cvtColorERKNS_11_InputArrayERKNS_12_OutputArrayEii")
IMGPROC("_ZN2cv8fillPolyERKNS_17_InputOutputArrayERKNS_11_InputArrayERKNS_7Scalar_IdEEiiNS_6Point_IiEE")
IMGPROC("_ZN2cv9boxFilterERKNS_11_InputArrayERKNS_12_OutputArrayEiNS_5Size_IiEENS_6Point_IiEEbi")
// With a hint from OpenCV 4.11 on.
IMGPROC("_ZN2cv12GaussianBlurERKNS_11_InputArrayERKNS_12_OutputArrayENS_5Size_IiEEddiNS_13AlgorithmHintE")
IMGPROC("_ZN2cv8cvtColorERKNS_11_InputArrayERKNS_12_OutputArrayEiiNS_13AlgorithmHintE")

#define CASCADE(name) \
    FACECAP_DELAYED_FUNCTION(LIBRARY("objdetect"), "_ZN2cv17CascadeClassifier" name)
CASCADE("C1Ev")
CASCADE("D1Ev")
CASCADE("4readERKNS_8FileNodeE")
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

// A compiler puts what it knows of a class of these beside its first virtual function: without these two, catching
// an exception and deriving a class would need the library when the program starts.
cv::Exception::~Exception() throw() {}
cv::parallel::ParallelForAPI::~ParallelForAPI() {}
