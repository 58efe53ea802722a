/* Marks for NVIDIA's profilers, which nobody reads here. */
#ifndef NVTX_VERSION
#define NVTX_VERSION 3
#include <stdint.h>

typedef uint64_t nvtxRangeId_t;
typedef struct nvtxDomainRegistration *nvtxDomainHandle_t;
enum nvtxColorType_t { NVTX_COLOR_UNKNOWN, NVTX_COLOR_ARGB };
enum nvtxMessageType_t { NVTX_MESSAGE_UNKNOWN, NVTX_MESSAGE_TYPE_ASCII, NVTX_MESSAGE_TYPE_UNICODE, NVTX_MESSAGE_TYPE_REGISTERED };
enum nvtxPayloadType_t {
    NVTX_PAYLOAD_UNKNOWN, NVTX_PAYLOAD_TYPE_UNSIGNED_INT64, NVTX_PAYLOAD_TYPE_INT64, NVTX_PAYLOAD_TYPE_DOUBLE,
    NVTX_PAYLOAD_TYPE_UNSIGNED_INT32, NVTX_PAYLOAD_TYPE_INT32, NVTX_PAYLOAD_TYPE_FLOAT
};
union nvtxMessageValue_t { const char *ascii; const wchar_t *unicode; void *registered; };
union nvtxPayload_t { uint64_t ullValue; int64_t llValue; double dValue; uint32_t uiValue; int32_t iValue; float fValue; };
struct nvtxEventAttributes_t {
    uint16_t version, size;
    uint32_t category;
    int32_t colorType;
    uint32_t color;
    int32_t payloadType, reserved0;
    nvtxPayload_t payload;
    int32_t messageType;
    nvtxMessageValue_t message;
};
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxEventAttributes_t))
inline int nvtxRangePushA(const char *) { return 0; }
inline int nvtxRangePush(const char *) { return 0; }
inline int nvtxRangePushEx(const nvtxEventAttributes_t *) { return 0; }
inline int nvtxRangePop(void) { return 0; }
inline nvtxRangeId_t nvtxRangeStartA(const char *) { return 0; }
inline nvtxRangeId_t nvtxRangeStartEx(const nvtxEventAttributes_t *) { return 0; }
inline void nvtxRangeEnd(nvtxRangeId_t) {}
inline void nvtxMarkA(const char *) {}
inline void nvtxMark(const char *) {}
inline void nvtxNameOsThreadA(uint32_t, const char *) {}
inline nvtxDomainHandle_t nvtxDomainCreateA(const char *) { return nullptr; }
inline void nvtxDomainDestroy(nvtxDomainHandle_t) {}

#endif
