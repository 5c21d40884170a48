/// Where uploads are probed, decoded and encoded.
public enum Isolation: Sendable {
    /// In this process: for tests and debuggers.
    case none

    /// In child processes: copies from a server, else of a program that calls `MediaChild.serve` when it is given
    /// `MediaChild.argument`.
    ///
    /// A crash, a hang or a bomb there fails one upload, and never the run.
    ///
    /// One that says nothing for `patience` seconds is ended; chosen far above the few that an encoder takes for its last
    /// pictures without a word.
    case children(program: String, server: ForkServer?, patience: Int = 120)
}
