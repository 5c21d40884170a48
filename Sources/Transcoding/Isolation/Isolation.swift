/// Where uploads are probed, decoded and encoded.
public enum Isolation: Sendable {
    /// In this process: for tests and debuggers.
    case none

    /// In child processes: copies from a server, else of a program that calls `Worker.serve` when it is given
    /// `Worker.argument`.
    ///
    /// A crash, a hang or a bomb there fails one upload, and never the run.
    case children(program: String, server: ForkServer?)
}
