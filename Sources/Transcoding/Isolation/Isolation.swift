internal import CPlatform

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

extension Isolation {
    /// Keeps children from reading this process's environment and memory, should an upload take one over.
    ///
    /// What the process was trusted with is nothing for them. It then leaves no core dump, and nobody but root can attach a
    /// debugger.
    ///
    /// - Returns: Whether that could be done.
    public static func forbidInspection() -> Bool {
        vt_forbid_inspection()
        return !vt_is_inspectable()
    }
}
