internal import CCurlShim
internal import JobQueue

/// One POST by libcurl; blocks its thread, and is used once.
final class Transfer {
    private let allowsPrivate: Bool
    private let answerLimit: Int
    /// Bytes of the answer so far.
    private var received = 0
    private var refusedAddress = false

    init(allowsPrivate: Bool, answerLimit: Int) {
        self.allowsPrivate = allowsPrivate
        self.answerLimit = answerLimit
    }

    /// Posts JSON.
    ///
    /// - Throws: Unless the answer's status is 2xx; what it says beyond that is not looked at.
    func post(
        _ body: String, to url: WebhookURL, headers: [(name: String, value: String)],
        connectLimit: Double, limit: Double
    ) throws(WebhookFailure) {
        guard Self.isReady, let handle = unsafe curl_easy_init() else {
            throw WebhookFailure(reason: "libcurl could not start", isPermanent: false)
        }
        defer { unsafe curl_easy_cleanup(handle) }
        // libcurl would wait for "100 Continue" before a longer body.
        var list = unsafe curl_slist_append(nil, "Expect:")
        for (name, value) in headers { unsafe list = curl_slist_append(list, "\(name): \(value)") }
        defer { unsafe curl_slist_free_all(list) }

        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        let settings = unsafe [
            vt_curl_set_text(handle, CURLOPT_URL, url.text),
            vt_curl_set_text(handle, CURLOPT_PROTOCOLS_STR, "http,https"),
            vt_curl_set_long(handle, CURLOPT_FOLLOWLOCATION, 0),
            // Empty: not even one that the environment names, for it would hide the address.
            vt_curl_set_text(handle, CURLOPT_PROXY, ""),
            vt_curl_set_long(handle, CURLOPT_SSL_VERIFYPEER, 1),
            vt_curl_set_long(handle, CURLOPT_SSL_VERIFYHOST, 2),
            // A time-out in the resolver must not be a signal: other threads run.
            vt_curl_set_long(handle, CURLOPT_NOSIGNAL, 1),
            vt_curl_set_long(handle, CURLOPT_CONNECTTIMEOUT_MS, Int(connectLimit * 1000)),
            vt_curl_set_long(handle, CURLOPT_TIMEOUT_MS, Int(limit * 1000)),
            vt_curl_set_long(handle, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1)),
            vt_curl_set_text(handle, CURLOPT_COPYPOSTFIELDS, body),
            vt_curl_set_pointer(handle, CURLOPT_HTTPHEADER, list),
            vt_curl_set_receiver(handle, Self.take, context),
            vt_curl_set_opener(handle, Self.open, context),
        ]
        guard settings.allSatisfy({ $0 == CURLE_OK }) else {
            throw WebhookFailure(reason: "libcurl lacks what webhooks need", isPermanent: false)
        }
        let code = unsafe curl_easy_perform(handle)
        let status = unsafe vt_curl_response_code(handle)
        try judge(code, status: status, limit: limit)
    }

    /// What became of it; an answer that was cut has its status all the same.
    private func judge(_ code: CURLcode, status: Int, limit: Double) throws(WebhookFailure) {
        let isCut = code == CURLE_WRITE_ERROR && received > answerLimit
        guard code == CURLE_OK || isCut else {
            throw Self.failure(code, refusedAddress: refusedAddress, limit: limit)
        }
        switch status {
        case 200...299: return
        case 300...399:
            throw WebhookFailure(
                reason: "the receiver redirects (\(status)), which is not followed",
                isPermanent: true)
        // Too slow, too early, too many: the receiver asks for another attempt.
        case 408, 425, 429: break
        case 400...499:
            throw WebhookFailure(reason: "the receiver answered \(status)", isPermanent: true)
        default: break
        }
        throw WebhookFailure(reason: "the receiver answered \(status)", isPermanent: false)
    }

    private static func failure(
        _ code: CURLcode, refusedAddress: Bool, limit: Double
    ) -> WebhookFailure {
        switch code {
        case _ where refusedAddress:
            WebhookFailure(
                reason: "its host is on this machine or a private network", isPermanent: true)
        case CURLE_OPERATION_TIMEDOUT:
            WebhookFailure(reason: "no answer within \(limit) s", isPermanent: false)
        case CURLE_URL_MALFORMAT: WebhookFailure(reason: reason(code), isPermanent: true)
        default:
            WebhookFailure(reason: reason(code), isPermanent: false)
        }
    }

    private static func reason(_ code: CURLcode) -> String {
        unsafe String(cString: curl_easy_strerror(code))
    }

    /// libcurl's global state, made once.
    private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    /// Counts what comes in, and ends the transfer when it is too much.
    private static let take: curl_write_callback = { _, size, count, context in
        guard let context = unsafe context else { return 0 }
        let transfer = unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
        transfer.received += size * count
        return transfer.received > transfer.answerLimit ? 0 : size * count
    }

    /// Looks at the address that is about to be connected to: a name's answers may change between a check and this.
    private static let open: curl_opensocket_callback = { context, _, address in
        guard let context = unsafe context, let address = unsafe address else {
            return vt_curl_no_socket()
        }
        let transfer = unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
        guard unsafe transfer.permits(address) else {
            transfer.refusedAddress = true
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
