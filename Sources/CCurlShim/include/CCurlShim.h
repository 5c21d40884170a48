// What Swift cannot say about libcurl: curl_easy_setopt and curl_easy_getinfo are variadic.

#ifndef VT_CURL_SHIM_H
#define VT_CURL_SHIM_H

#include <curl/curl.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// Sets an option that takes a number: CURLOPTTYPE_LONG.
CURLcode vt_curl_set_long(CURL *handle, CURLoption option, long value);

/// Sets an option that takes text, which libcurl copies: CURLOPTTYPE_STRINGPOINT.
CURLcode vt_curl_set_text(CURL *handle, CURLoption option, const char *value);

/// Sets an option that takes a pointer, which must live as long as the transfer: CURLOPTTYPE_OBJECTPOINT, CBPOINT.
CURLcode vt_curl_set_pointer(CURL *handle, CURLoption option, void *_Nullable value);

/// The status of the last response; 0 if there was none.
long vt_curl_response_code(CURL *handle);

#pragma clang assume_nonnull end

#endif
