// libcurl's curl_easy_setopt and curl_easy_getinfo, which Swift cannot call, since they are variadic.

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

/// Has each line of the response's head passed to `take_line`, and its body to `take_body`; both get `context` last.
CURLcode vt_curl_set_receiver(CURL *handle, curl_write_callback take_line, curl_write_callback take_body, void *context);

/// Has a body of `length` bytes read from `read`, and read again after `seek`; both get `context`.
CURLcode vt_curl_set_sender(
    CURL *handle, curl_read_callback read, curl_seek_callback seek, void *context, int64_t length);

/// Has `check` called at least once a second; it gets `context` first, and ends the transfer with a result other than 0.
CURLcode vt_curl_set_progress(CURL *handle, curl_xferinfo_callback check, void *context);

/// Has `open` make the socket of each connection; it gets `context` first.
CURLcode vt_curl_set_opener(CURL *handle, curl_opensocket_callback open, void *context);

/// The bytes of an IP address that a socket is for, the most significant first: how many of the 16
/// there are, 0 for any other kind of address. Swift: sockaddr is the beginning of larger types.
size_t vt_curl_address(const struct curl_sockaddr *address, uint8_t *bytes);

/// A socket that programs started later do not inherit, or CURL_SOCKET_BAD. Swift: fcntl is
/// variadic.
curl_socket_t vt_curl_open(const struct curl_sockaddr *address);

/// CURL_SOCKET_BAD. Swift: a macro with a cast in it on some systems.
curl_socket_t vt_curl_no_socket(void);

/// The text of the address that the last transfer was connected to; `NULL` or empty if there was none.
const char *_Nullable vt_curl_peer(CURL *handle);

#pragma clang assume_nonnull end

#endif
