import Foundation
import Synchronization

/// A bucket in memory behind HTTP on loopback: conditional writes, ranges, listings, versions, multipart uploads.
///
/// It checks no signatures. Requests are executed one by one.
public final class MemoryBucket: Sendable {
    /// A request, for failures that a test chooses.
    public struct Call: Sendable {
        /// The number of the request since `failure` was set, from 1.
        public let number: Int
        public let method: String
        /// The key; empty for requests to the bucket.
        public let key: String
        public let query: [String: String]
        public let request: LoopbackServer.Request

        public var isChange: Bool { !["GET", "HEAD"].contains(method) }
    }

    public enum Failure: Sendable {
        /// The request has no effect; the response has this status.
        case before(Int)
        /// The request has its effect; the response has this status.
        case after(Int)
    }

    public static let name = "bucket"
    private let state: Mutex<BucketState>
    private let counter = Mutex(Counter())
    private let server: LoopbackServer

    struct Counter {
        var calls = 0
        var failure: (@Sendable (Call) -> Failure?)?
        var log: [String] = []
    }

    /// Creates an empty bucket.
    ///
    /// - Parameters:
    ///   - isVersioned: Whether replaced and removed objects remain as versions.
    ///   - ignoresConditions: Whether writes ignore their conditions.
    ///   - ignoresCompletionConditions: Whether completions of multipart uploads do so.
    /// - Throws: If no port is free.
    public init(
        isVersioned: Bool = false, ignoresConditions: Bool = false,
        ignoresCompletionConditions: Bool = false
    ) throws {
        let handler = Mutex<(@Sendable (LoopbackServer.Request) -> LoopbackServer.Response)?>(nil)
        let box = HandlerBox(handler)
        state = Mutex(
            BucketState(
                isVersioned: isVersioned, ignoresConditions: ignoresConditions,
                ignoresCompletionConditions: ignoresCompletionConditions))
        server = try LoopbackServer { request in
            box.handler.withLock(\.self)?(request) ?? .status(500)
        }
        box.handler.withLock { $0 = { [weak self] in self?.respond($0) ?? .status(500) } }
    }

    private final class HandlerBox: Sendable {
        let handler: Mutex<(@Sendable (LoopbackServer.Request) -> LoopbackServer.Response)?>

        init(
            _ handler:
                consuming Mutex<(@Sendable (LoopbackServer.Request) -> LoopbackServer.Response)?>
        ) {
            self.handler = handler
        }
    }

    public var url: String { server.url }

    /// The server's clock, in seconds since 1970.
    public var now: Double {
        get { state.withLock(\.now) }
        set { state.withLock { $0.now = newValue } }
    }

    /// The contents of all objects by their keys.
    public var objects: [String: [UInt8]] {
        state.withLock { $0.keys.compactMapValues { $0.last?.content } }
    }

    /// The headers of an object that readers receive.
    public func headers(of key: String) -> [String: String]? {
        state.withLock { $0.current(key)?.headers }
    }

    /// The number of versions and delete markers.
    public var versionCount: Int { state.withLock { $0.keys.values.map(\.count).reduce(0, +) } }

    /// The keys of unfinished multipart uploads.
    public var uploads: [String] { state.withLock { $0.uploads.values.map(\.key).sorted() } }

    /// Writes an object with headers that readers receive.
    public func put(_ bytes: [UInt8], _ key: String, headers: [String: String] = [:]) {
        state.withLock { _ = $0.put(bytes, key, headers: headers) }
    }

    /// Removes an object with its versions.
    public func remove(_ key: String) { state.withLock { $0.keys[key] = nil } }

    /// Begins a multipart upload.
    public func beginUpload(_ key: String) { state.withLock { _ = $0.beginUpload(key) } }

    /// All requests so far.
    public var requests: [LoopbackServer.Request] { server.requests }

    /// The requests so far that change something: `PUT KEY`.
    public var changes: [String] { counter.withLock(\.log) }

    /// Sets the closure that chooses which requests fail, and begins to count them.
    public func setFailure(_ failure: (@Sendable (Call) -> Failure?)?) {
        counter.withLock { ($0.calls, $0.failure) = (0, failure) }
    }

    private func respond(_ request: LoopbackServer.Request) -> LoopbackServer.Response {
        let (key, query) = Self.parse(request.target)
        let (call, failure) = counter.withLock { counter in
            counter.calls += 1
            let call = Call(
                number: counter.calls, method: request.method, key: key, query: query,
                request: request)
            if call.isChange { counter.log.append("\(call.method) \(key)") }
            return (call, counter.failure)
        }
        switch failure?(call) {
        case nil: return execute(call)
        case .before(let status): return .status(status)
        case .after(let status):
            _ = execute(call)
            return .status(status)
        }
    }

    /// Executes a request, which a test may have delayed.
    @discardableResult
    public func execute(_ call: Call) -> LoopbackServer.Response {
        state.withLock { $0.respond(to: call) }
    }

    private static func parse(_ target: String) -> (key: String, query: [String: String]) {
        let parts = target.split(separator: "?", maxSplits: 1)
        let path = parts.first?.dropFirst("/\(name)/".count) ?? ""
        var query: [String: String] = [:]
        for item in (parts.count > 1 ? parts[1] : "").split(separator: "&") {
            let pair = item.split(separator: "=", maxSplits: 1).map {
                String($0).removingPercentEncoding ?? ""
            }
            query[pair[0]] = pair.count > 1 ? pair[1] : ""
        }
        return (String(path).removingPercentEncoding ?? "", query)
    }
}
