public import Errors

/// The fork server, which starts sandbox processes, has exited, so that this process can transcode no upload any more.
public struct SandboxServerError: CodedError, Hashable {
    public enum Code: String, Sendable, CaseIterable { case noSandbox = "NO_SANDBOX" }

    public init() {}

    public var code: Code { .noSandbox }
    public var message: String { "the fork server, which starts sandbox processes, has exited" }
    public var advice: String { "check what killed it, such as a lack of memory, then start again" }
}
