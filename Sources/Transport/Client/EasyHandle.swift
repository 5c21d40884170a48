internal import CCurlShim

/// A handle of libcurl with its open connections, which one transfer at a time uses.
// Safe because the pool of `HTTPClient` passes a handle to one thread at a time, and libcurl binds none to a thread.
@safe final class EasyHandle: @unchecked Sendable {
    let raw: UnsafeMutableRawPointer

    /// Creates a handle; `nil` if libcurl cannot start.
    init?() {
        guard Self.isReady, let raw = unsafe curl_easy_init() else { return nil }
        unsafe self.raw = unsafe raw
    }

    deinit { unsafe curl_easy_cleanup(raw) }

    /// Whether libcurl's global state is initialized, which happens once.
    private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    /// Resets all options; connections stay open.
    func reset() { unsafe curl_easy_reset(raw) }

    /// The address that the last transfer was connected to; `nil` if there was none.
    var peer: InternetAddress? {
        guard let text = unsafe vt_curl_peer(raw) else { return nil }
        return InternetAddress(host: unsafe String(cString: text))
    }
}
