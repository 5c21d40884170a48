#include "CCurlShim.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>

CURLcode vt_curl_set_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

CURLcode vt_curl_set_text(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

CURLcode vt_curl_set_pointer(CURL *handle, CURLoption option, void *value) {
    return curl_easy_setopt(handle, option, value);
}

CURLcode vt_curl_set_receiver(
    CURL *handle, curl_write_callback take_line, curl_write_callback take_body, void *context) {
    curl_easy_setopt(handle, CURLOPT_WRITEDATA, context);
    curl_easy_setopt(handle, CURLOPT_HEADERDATA, context);
    curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, take_line);
    return curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, take_body);
}

CURLcode vt_curl_set_sender(
    CURL *handle, curl_read_callback read, curl_seek_callback seek, void *context, int64_t length) {
    curl_easy_setopt(handle, CURLOPT_UPLOAD, 1L);
    curl_easy_setopt(handle, CURLOPT_READDATA, context);
    curl_easy_setopt(handle, CURLOPT_SEEKDATA, context);
    curl_easy_setopt(handle, CURLOPT_READFUNCTION, read);
    curl_easy_setopt(handle, CURLOPT_SEEKFUNCTION, seek);
    return curl_easy_setopt(handle, CURLOPT_INFILESIZE_LARGE, (curl_off_t)length);
}

CURLcode vt_curl_set_progress(CURL *handle, curl_xferinfo_callback check, void *context) {
    curl_easy_setopt(handle, CURLOPT_XFERINFODATA, context);
    curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, check);
    return curl_easy_setopt(handle, CURLOPT_NOPROGRESS, 0L);
}

CURLcode vt_curl_set_opener(CURL *handle, curl_opensocket_callback open, void *context) {
    curl_easy_setopt(handle, CURLOPT_OPENSOCKETDATA, context);
    return curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, open);
}

size_t vt_curl_address(const struct curl_sockaddr *address, uint8_t *bytes) {
    // libcurl declares the shortest kind of address and keeps room for every other behind it.
    const void *any = (const uint8_t *)address + offsetof(struct curl_sockaddr, addr);
    if (address->family == AF_INET && address->addrlen >= sizeof(struct sockaddr_in)) {
        memcpy(bytes, (const uint8_t *)any + offsetof(struct sockaddr_in, sin_addr), 4);
        return 4;
    }
    if (address->family == AF_INET6 && address->addrlen >= sizeof(struct sockaddr_in6)) {
        memcpy(bytes, (const uint8_t *)any + offsetof(struct sockaddr_in6, sin6_addr), 16);
        return 16;
    }
    return 0;
}

curl_socket_t vt_curl_open(const struct curl_sockaddr *address) {
    int opened = socket(address->family, address->socktype, address->protocol);
    if (opened < 0)
        return CURL_SOCKET_BAD;
    fcntl(opened, F_SETFD, FD_CLOEXEC);
    return opened;
}

curl_socket_t vt_curl_no_socket(void) { return CURL_SOCKET_BAD; }

const char *vt_curl_peer(CURL *handle) {
    const char *text = NULL;
    return curl_easy_getinfo(handle, CURLINFO_PRIMARY_IP, &text) == CURLE_OK ? text : NULL;
}
