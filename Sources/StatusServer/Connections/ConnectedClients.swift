internal import NIOCore
internal import Synchronization

/// The connections whose clients wait for responses, so that work for those that have disconnected is cancelled.
///
/// Hummingbird does not cancel the handler of a request whose client has disconnected, and its `consumeWithInboundCloseHandler`
/// ends the connection after the response.
final class ConnectedClients: Sendable {
    private struct Connection {
        var isClosed = false
        /// Cancels the work for the present request.
        var cancel: (@Sendable () -> Void)?
    }

    private let connections = Mutex<[ObjectIdentifier: Connection]>([:])

    func opened(_ channel: any Channel) {
        connections.withLock { $0[ObjectIdentifier(channel)] = Connection() }
    }

    /// Records that the client has closed its side of the connection, or the whole connection.
    func closed(_ channel: any Channel) {
        let cancel = connections.withLock { connections in
            connections[ObjectIdentifier(channel)]?.isClosed = true
            return connections[ObjectIdentifier(channel)]?.cancel
        }
        cancel?()
    }

    func removed(_ channel: any Channel) {
        closed(channel)
        connections.withLock { $0[ObjectIdentifier(channel)] = nil }
    }

    /// Runs an operation, and cancels it when the client disconnects.
    ///
    /// - Throws: `ClientDisconnectedError` then, after the operation has ended; errors of the operation.
    func whileConnected<Output: Sendable>(
        _ channel: any Channel, _ operation: @escaping @Sendable () async throws -> Output
    ) async throws -> Output {
        let (closing, close) = AsyncStream<Void>.makeStream()
        let isConnected = set(channel) { close.finish() }
        defer { set(channel, nil) }
        guard isConnected else { throw ClientDisconnectedError() }
        return try await withThrowingTaskGroup(of: Output?.self) { group in
            group.addTask { try await operation() }
            group.addTask {
                for await _ in closing {}
                return nil
            }
            defer { group.cancelAll() }
            if let output = try await group.next() ?? nil { return output }
            try Task.checkCancellation()
            throw ClientDisconnectedError()
        }
    }

    /// Sets the function that cancels the present work.
    ///
    /// - Returns: Whether the client is connected.
    @discardableResult
    private func set(_ channel: any Channel, _ cancel: (@Sendable () -> Void)?) -> Bool {
        connections.withLock { connections in
            guard let connection = connections[ObjectIdentifier(channel)], !connection.isClosed
            else { return false }
            connections[ObjectIdentifier(channel)]?.cancel = cancel
            return true
        }
    }
}

/// The client disconnected before the response.
struct ClientDisconnectedError: Error {}

/// Detects that a client has closed its side of the connection, before handlers that delay this event until the response.
final class ClientCloseHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = NIOAny

    private let clients: ConnectedClients

    init(_ clients: ConnectedClients) { self.clients = clients }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .inputClosed? = event as? ChannelEvent { clients.closed(context.channel) }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        clients.removed(context.channel)
        context.fireChannelInactive()
    }
}
