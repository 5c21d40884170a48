internal import CCurlShim

/// A URL as libcurl reads it, so that checks see the host that connections go to.
package struct URLReference {
    package let text: String
    package let scheme: String
    /// The name or address of the host, in lower case.
    package let host: String
    /// The scheme, host and port.
    package let origin: String
    package let hasUser: Bool

    /// Resolves a reference, as in a header `Location`, against the URL of a request; `nil` if libcurl cannot read it.
    package init?(_ reference: String, base: String? = nil) {
        guard let handle = unsafe curl_url() else { return nil }
        defer { unsafe curl_url_cleanup(handle) }
        if let base, unsafe curl_url_set(handle, CURLUPART_URL, base, 0) != CURLUE_OK { return nil }
        guard unsafe curl_url_set(handle, CURLUPART_URL, reference, 0) == CURLUE_OK,
            let text = unsafe Self.part(CURLUPART_URL, of: handle),
            let scheme = unsafe Self.part(CURLUPART_SCHEME, of: handle)?.lowercased(),
            let host = unsafe Self.part(CURLUPART_HOST, of: handle)?.lowercased()
        else { return nil }
        self.text = text
        (self.scheme, self.host) = (scheme, host)
        let port = unsafe Self.part(
            CURLUPART_PORT, of: handle, flags: UInt32(CURLU_DEFAULT_PORT))
        origin = "\(scheme)://\(host):\(port ?? "")"
        hasUser =
            unsafe Self.part(CURLUPART_USER, of: handle) != nil
            || Self.part(CURLUPART_PASSWORD, of: handle) != nil
    }

    private static func part(
        _ part: CURLUPart, of handle: OpaquePointer, flags: UInt32 = 0
    ) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard unsafe curl_url_get(handle, part, &text, flags) == CURLUE_OK,
            let text = unsafe text
        else { return nil }
        defer { unsafe curl_free(text) }
        return unsafe String(cString: text)
    }
}
