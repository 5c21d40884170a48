/// The fork server, which starts sandbox processes, has exited, so that this process can transcode no upload any more.
public struct SandboxServerError: Error, Hashable, Sendable, CustomStringConvertible {
    public init() {}

    public var description: String { "the fork server, which starts sandbox processes, has exited" }

    /// The remedy.
    public var advice: String { "check what killed it, such as a lack of memory, then start again" }
}
