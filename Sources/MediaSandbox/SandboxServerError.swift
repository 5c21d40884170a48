/// The server that starts sandbox processes has ended, so that this process can work on no upload any more.
public struct SandboxServerError: Error, Hashable, Sendable, CustomStringConvertible {
    public init() {}

    public var description: String { "the server of sandbox processes has ended" }

    /// What to do about it.
    public var advice: String { "check what killed it, such as a lack of memory, then start again" }
}
