internal import CCurlShim
internal import JobQueue

/// One POST request by libcurl, which blocks its thread; it is used once.
final class Transfer {
    private let allowsPrivate: Bool
    private let responseLimit: Int
    /// The number of bytes of the response so far.
    private var received = 0
    private var rejectedAddress = false

    init(allowsPrivate: Bool, responseLimit: Int) {
        self.allowsPrivate = allowsPrivate
        self.responseLimit = responseLimit
    }

    /// Posts JSON.
    ///
    /// - Throws: `WebhookError` unless the status of the response is 2xx; the body is ignored.
    func post(
        _ body: String, to url: WebhookURL, headers: [(name: String, value: String)],
        connectTimeout: Double, timeout: Double
    ) throws(WebhookError) {
        guard Self.isReady, let handle = unsafe curl_easy_init() else {
            throw WebhookError(message: "libcurl could not start", isPermanent: false)
        }
        defer { unsafe curl_easy_cleanup(handle) }
        // Without this, libcurl waits for "100 Continue" before a longer body.
        var list = unsafe curl_slist_append(nil, "Expect:")
        for (name, value) in headers { unsafe list = curl_slist_append(list, "\(name): \(value)") }
        defer { unsafe curl_slist_free_all(list) }

        // Safe because `self` outlives the handle, which is freed when this function returns.
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        let settings = unsafe [
            vt_curl_set_text(handle, CURLOPT_URL, url.text),
            vt_curl_set_text(handle, CURLOPT_PROTOCOLS_STR, "http,https"),
            vt_curl_set_long(handle, CURLOPT_FOLLOWLOCATION, 0),
            // Empty, so that a proxy from the environment does not hide the receiver's address.
            vt_curl_set_text(handle, CURLOPT_PROXY, ""),
            vt_curl_set_long(handle, CURLOPT_SSL_VERIFYPEER, 1),
            vt_curl_set_long(handle, CURLOPT_SSL_VERIFYHOST, 2),
            // No signals for timeouts of the resolver, because the process has other threads.
            vt_curl_set_long(handle, CURLOPT_NOSIGNAL, 1),
            vt_curl_set_long(handle, CURLOPT_CONNECTTIMEOUT_MS, Int(connectTimeout * 1000)),
            vt_curl_set_long(handle, CURLOPT_TIMEOUT_MS, Int(timeout * 1000)),
            vt_curl_set_long(handle, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1)),
            vt_curl_set_text(handle, CURLOPT_COPYPOSTFIELDS, body),
            vt_curl_set_pointer(handle, CURLOPT_HTTPHEADER, list),
            vt_curl_set_receiver(handle, Self.receive, context),
            vt_curl_set_opener(handle, Self.open, context),
        ]
        guard settings.allSatisfy({ $0 == CURLE_OK }) else {
            throw WebhookError(message: "libcurl lacks required options", isPermanent: false)
        }
        let code = unsafe curl_easy_perform(handle)
        let status = unsafe vt_curl_response_code(handle)
        try check(code, status: status, timeout: timeout)
    }

    /// Checks the outcome; a response body that was not read completely has a valid status.
    private func check(_ code: CURLcode, status: Int, timeout: Double) throws(WebhookError) {
        let isIncomplete = code == CURLE_WRITE_ERROR && received > responseLimit
        guard code == CURLE_OK || isIncomplete else {
            throw Self.error(code, rejectedAddress: rejectedAddress, timeout: timeout)
        }
        switch status {
        case 200...299: return
        case 300...399:
            throw WebhookError(
                message: "the receiver redirects (\(status)); redirects are not followed",
                isPermanent: true)
        // Request Timeout, Too Early, Too Many Requests: a retry may succeed.
        case 408, 425, 429: break
        case 400...499:
            throw WebhookError(
                message: "the receiver responded with status \(status)", isPermanent: true)
        default: break
        }
        throw WebhookError(
            message: "the receiver responded with status \(status)", isPermanent: false)
    }

    private static func error(
        _ code: CURLcode, rejectedAddress: Bool, timeout: Double
    ) -> WebhookError {
        switch code {
        case _ where rejectedAddress:
            WebhookError(
                message: "its address belongs to this host or a private network", isPermanent: true)
        case CURLE_OPERATION_TIMEDOUT:
            WebhookError(message: "no response within \(timeout) s", isPermanent: false)
        case CURLE_URL_MALFORMAT: WebhookError(message: text(code), isPermanent: true)
        default:
            WebhookError(message: text(code), isPermanent: false)
        }
    }

    private static func text(_ code: CURLcode) -> String {
        unsafe String(cString: curl_easy_strerror(code))
    }

    /// Whether libcurl's global state is initialized, which happens once.
    private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    /// Counts received bytes, and ends the transfer after the limit.
    private static let receive: curl_write_callback = { _, size, count, context in
        guard let context = unsafe context else { return 0 }
        // Safe because the context is the transfer in whose `post` libcurl runs.
        let transfer = unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
        transfer.received += size * count
        return transfer.received > transfer.responseLimit ? 0 : size * count
    }

    /// Checks the address of the connection: a name may resolve to another address than in an earlier check.
    private static let open: curl_opensocket_callback = { context, _, address in
        guard let context = unsafe context, let address = unsafe address else {
            return vt_curl_no_socket()
        }
        // Safe because the context is the transfer in whose `post` libcurl runs.
        let transfer = unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
        guard unsafe transfer.permits(address) else {
            transfer.rejectedAddress = true
            return vt_curl_no_socket()
        }
        return unsafe vt_curl_open(address)
    }

    private func permits(_ address: UnsafePointer<curl_sockaddr>) -> Bool {
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 16) { buffer, count in
            guard let start = buffer.baseAddress else { return }
            unsafe count = vt_curl_address(address, start)
        }
        guard let host = InternetAddress(bytes: bytes) else { return false }
        return allowsPrivate || host.isPublic
    }
}
