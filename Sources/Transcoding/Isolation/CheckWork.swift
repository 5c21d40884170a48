internal import Sandbox

/// Does nothing: shows whether a sandbox process can be started.
struct CheckWork: MediaWork {
    struct Output: Codable, Sendable {}

    static let kind = "check"

    func run(in context: SandboxContext) throws -> Output { Output() }
}
