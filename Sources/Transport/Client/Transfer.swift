internal import CCurlShim

/// One request and its response by libcurl, which blocks its thread; it is used once.
final class Transfer {
    /// The longest head of a response with its interim responses, in bytes; chosen as several times what servers send.
    private static let headLimit = 64 << 10
    /// The size of libcurl's buffers, in bytes; chosen because larger ones are no faster on loopback.
    private static let bufferSize = 256 << 10

    private let request: HTTPRequest
    private let isCancelled: () -> Bool
    private let chooseSink: (HTTPHead) -> HTTPSink?

    private var head = HTTPHead(status: 0)
    private var isHeadComplete = false
    private var headLength = 0
    private var sink: HTTPSink?
    private var body: [UInt8] = []
    /// The number of bytes of the request's body so far.
    private var sent: Int64 = 0
    /// Whether libcurl has begun the body again.
    private var isRepeated = false
    /// Whether the sink or the memory's limit has ended the transfer.
    private var isStopped = false
    /// The error that ended the transfer from a callback.
    private var failure: TransportError?

    init(
        _ request: HTTPRequest, isCancelled: @escaping () -> Bool,
        sink: @escaping (HTTPHead) -> HTTPSink?
    ) {
        self.request = request
        self.isCancelled = isCancelled
        chooseSink = sink
    }

    func perform(
        on handle: EasyHandle, _ connection: HTTPClient.Connection
    ) throws(TransportError) -> HTTPResponse {
        // Without this, libcurl waits for "100 Continue" before a longer body.
        var list = unsafe curl_slist_append(nil, "Expect:")
        for header in request.headers {
            unsafe list = curl_slist_append(list, "\(header.name): \(header.value)")
        }
        defer { unsafe curl_slist_free_all(list) }
        let settings =
            unsafe options(of: handle.raw, connection) + method(of: handle.raw)
            + callbacks(of: handle.raw) + [
                vt_curl_set_pointer(handle.raw, CURLOPT_HTTPHEADER, list)
            ]
        guard settings.allSatisfy({ $0 == CURLE_OK }) else {
            throw TransportError(.setup, "libcurl lacks required options")
        }
        let code = unsafe curl_easy_perform(handle.raw)
        guard code == CURLE_OK || isStopped else { throw failure ?? error(code) }
        return HTTPResponse(
            head: head, body: body, isComplete: !isStopped, peer: handle.peer,
            isRepeated: isRepeated)
    }

    private func options(
        of handle: UnsafeMutableRawPointer, _ connection: HTTPClient.Connection
    ) -> [CURLcode] {
        let timeouts = request.timeouts
        var options: [CURLcode] = []
        if !connection.usesProxies || !request.allowsPrivate {
            // Empty, so that a proxy from the environment does not hide the server's address.
            options.append(unsafe vt_curl_set_text(handle, CURLOPT_PROXY, ""))
        }
        if let certificates = connection.certificates {
            options.append(unsafe vt_curl_set_text(handle, CURLOPT_CAINFO, certificates))
        }
        return unsafe options + [
            vt_curl_set_text(handle, CURLOPT_URL, request.url),
            vt_curl_set_text(handle, CURLOPT_PROTOCOLS_STR, "http,https"),
            vt_curl_set_long(handle, CURLOPT_PATH_AS_IS, 1),
            vt_curl_set_long(handle, CURLOPT_FOLLOWLOCATION, 0),
            vt_curl_set_long(handle, CURLOPT_SSL_VERIFYPEER, 1),
            vt_curl_set_long(handle, CURLOPT_SSL_VERIFYHOST, 2),
            // No signals for timeouts of the resolver, because the process has other threads.
            vt_curl_set_long(handle, CURLOPT_NOSIGNAL, 1),
            vt_curl_set_long(
                handle, CURLOPT_CONNECTTIMEOUT_MS, Int(timeouts.connect * 1000)),
            vt_curl_set_long(handle, CURLOPT_TIMEOUT_MS, Int(timeouts.overall * 1000)),
            vt_curl_set_long(handle, CURLOPT_LOW_SPEED_LIMIT, timeouts.stall > 0 ? 1 : 0),
            vt_curl_set_long(handle, CURLOPT_LOW_SPEED_TIME, timeouts.stall),
            vt_curl_set_long(handle, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1)),
            vt_curl_set_long(handle, CURLOPT_BUFFERSIZE, Self.bufferSize),
            vt_curl_set_long(handle, CURLOPT_UPLOAD_BUFFERSIZE, Self.bufferSize),
            vt_curl_set_text(handle, CURLOPT_USERAGENT, connection.userAgent),
        ]
    }

    private func method(of handle: UnsafeMutableRawPointer) -> [CURLcode] {
        switch request.method {
        case "GET": return unsafe [vt_curl_set_long(handle, CURLOPT_HTTPGET, 1)]
        case "HEAD": return unsafe [vt_curl_set_long(handle, CURLOPT_NOBODY, 1)]
        case "PUT", "POST":
            // Safe because `self` outlives the transfer, and the handle is reset after it.
            let context = unsafe Unmanaged.passUnretained(self).toOpaque()
            return unsafe [
                vt_curl_set_sender(handle, Self.read, Self.seek, context, request.body.count),
                vt_curl_set_text(handle, CURLOPT_CUSTOMREQUEST, request.method),
            ]
        default:
            return unsafe [vt_curl_set_text(handle, CURLOPT_CUSTOMREQUEST, request.method)]
        }
    }

    private func callbacks(of handle: UnsafeMutableRawPointer) -> [CURLcode] {
        // Safe because `self` outlives the transfer, and the handle is reset after it.
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        return unsafe [
            vt_curl_set_receiver(handle, Self.takeLine, Self.takeBody, context),
            vt_curl_set_opener(handle, Self.open, context),
            vt_curl_set_progress(handle, Self.check, context),
        ]
    }

    private func error(_ code: CURLcode) -> TransportError {
        let kind: TransportError.Kind =
            switch code {
            case CURLE_URL_MALFORMAT: .url
            // Bytes of the body went to a connection that ended, before another one failed.
            case CURLE_COULDNT_RESOLVE_HOST where sent > 0, CURLE_COULDNT_CONNECT where sent > 0:
                .cut
            case CURLE_COULDNT_RESOLVE_HOST: .resolve
            case CURLE_COULDNT_CONNECT: .connect
            case CURLE_OPERATION_TIMEDOUT: .timeout
            case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE: .certificate
            // HTTP/0.9, which libcurl calls an unsupported protocol.
            case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY: .response
            case CURLE_OUT_OF_MEMORY, CURLE_FAILED_INIT, CURLE_NOT_BUILT_IN: .setup
            default: .cut
            }
        return TransportError(kind, unsafe String(cString: curl_easy_strerror(code)))
    }
}

// MARK: - Callbacks

extension Transfer {
    private static func transfer(_ context: UnsafeMutableRawPointer) -> Transfer {
        // Safe because the context is the transfer in whose `perform` libcurl runs.
        unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    }

    private static let takeLine: curl_write_callback = { start, size, count, context in
        guard let context = unsafe context, let start = unsafe start else { return 0 }
        let line = unsafe UnsafeRawBufferPointer(start: start, count: size * count)
        return unsafe transfer(context).take(line: String(decoding: line, as: UTF8.self))
            ? size * count : 0
    }

    private static let takeBody: curl_write_callback = { start, size, count, context in
        guard let context = unsafe context, let start = unsafe start else { return 0 }
        let bytes = unsafe UnsafeRawBufferPointer(start: start, count: size * count)
        return unsafe transfer(context).take([UInt8](bytes)) ? size * count : 0
    }

    private static let read: curl_read_callback = { start, size, count, context in
        guard let context = unsafe context else { return Int(CURL_READFUNC_ABORT) }
        let transfer = unsafe transfer(context)
        let buffer = unsafe UnsafeMutableRawBufferPointer(start: start, count: size * count)
        guard let length = unsafe transfer.request.body.read(at: transfer.sent, into: buffer)
        else {
            transfer.failure = .shortBody
            return Int(CURL_READFUNC_ABORT)
        }
        transfer.sent += Int64(length)
        return length
    }

    /// Begins the body again, on a new connection in place of one that the server had closed.
    private static let seek: curl_seek_callback = { context, offset, origin in
        guard let context = unsafe context, origin == 0 else { return CURL_SEEKFUNC_CANTSEEK }
        let transfer = unsafe transfer(context)
        transfer.isRepeated = transfer.isRepeated || transfer.sent > offset
        transfer.sent = Int64(offset)
        return CURL_SEEKFUNC_OK
    }

    /// Checks the address of the connection: a name may resolve to another address than in an earlier check.
    private static let open: curl_opensocket_callback = { context, _, address in
        guard let context = unsafe context, let address = unsafe address else {
            return vt_curl_no_socket()
        }
        let transfer = unsafe transfer(context)
        guard unsafe transfer.permits(address) else {
            transfer.failure = TransportError(
                .privateAddress, "its address belongs to this host or a private network")
            return vt_curl_no_socket()
        }
        return unsafe vt_curl_open(address)
    }

    private static let check: curl_xferinfo_callback = { context, _, _, _, _ in
        guard let context = unsafe context else { return 1 }
        let transfer = unsafe transfer(context)
        guard transfer.isCancelled() else { return 0 }
        transfer.failure = TransportError(.cancelled, "the request was canceled")
        return 1
    }

    private func permits(_ address: UnsafePointer<curl_sockaddr>) -> Bool {
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 16) { buffer, count in
            guard let start = buffer.baseAddress else { return }
            unsafe count = vt_curl_address(address, start)
        }
        guard let host = InternetAddress(bytes: bytes) else { return false }
        return request.allowsPrivate || host.isPublic
    }

    /// Takes a line of the head, with its end; interim responses (RFC 9110, 15.2) precede the response.
    private func take(line: String) -> Bool {
        headLength += line.utf8.count
        guard headLength <= Self.headLimit else {
            failure = TransportError(
                .response, "the head of the response has more than \(Self.headLimit) bytes")
            return false
        }
        // Trailers behind the body.
        guard !isHeadComplete else { return true }
        let line = line.drop(while: \.isNewline)
        if line.hasPrefix("HTTP/") {
            let status = line.split(separator: " ", maxSplits: 2).dropFirst().first
            head = HTTPHead(status: status.flatMap { Int($0.prefix(3)) } ?? 0)
        } else if let colon = line.firstIndex(of: ":") {
            head.headers.append(
                HTTPHeader(
                    String(line[..<colon]),
                    Self.trimmed(line[line.index(after: colon)...])))
        } else if line.isEmpty, head.status >= 200 {
            isHeadComplete = true
            sink = chooseSink(head)
        }
        return true
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text.drop(while: \.isWhitespace)
        while text.last?.isWhitespace ?? false { text.removeLast() }
        return String(text)
    }

    private func take(_ bytes: [UInt8]) -> Bool {
        if let sink {
            isStopped = !sink(bytes)
        } else {
            body += bytes
            if body.count > request.memoryLimit {
                body.removeLast(body.count - request.memoryLimit)
                isStopped = true
            }
        }
        return !isStopped
    }
}
