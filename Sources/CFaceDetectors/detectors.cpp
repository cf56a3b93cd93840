extern "C" {
#include "facecap_detectors.h"
}
int facecap_detectors_placeholder(void) { return 0; }
