#ifndef FACECAP_DETECTORS_H
#define FACECAP_DETECTORS_H

int facecap_detectors_placeholder(void);

#endif
