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

CURLcode vt_curl_set_receiver(CURL *handle, curl_write_callback take, void *context) {
    curl_easy_setopt(handle, CURLOPT_WRITEDATA, context);
    curl_easy_setopt(handle, CURLOPT_HEADERDATA, context);
    curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, take);
    return curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, take);
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

long vt_curl_response_code(CURL *handle) {
    long code = 0;
    return curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &code) == CURLE_OK ? code : 0;
}
