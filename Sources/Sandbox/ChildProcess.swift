internal import CSandbox
internal import Foundation

/// A running sandbox process with the parent's ends of its pipes; ended and reaped when it goes out of scope.
struct ChildProcess: ~Copyable, Sendable {
    let number: pid_t
    /// The writing end of the process's standard input; non-blocking.
    let input: OwnedDescriptor
    /// The reading end of the process's standard output.
    let output: OwnedDescriptor
    /// The connection whose closing ends a process of the fork server; `nil` for a direct child of this process.
    private let control: OwnedDescriptor?
    /// Whether `end` or `reap` has taken care of the process: its number may belong to another one since.
    private var isReaped = false

    /// Takes over the process and its descriptors.
    init(owning child: vt_child) {
        number = child.process
        input = OwnedDescriptor(owning: child.input)
        output = OwnedDescriptor(owning: child.output)
        control = child.control < 0 ? nil : OwnedDescriptor(owning: child.control)
    }

    deinit {
        if !isReaped { _ = try? terminate() }
    }

    /// The process as the C functions take it, without ownership.
    private var raw: vt_child {
        let control: Int32 =
            switch self.control {
            case .some(let descriptor): descriptor.number
            case .none: -1
            }
        return vt_child(
            process: number, control: control, input: input.number, output: output.number)
    }

    /// Ends the process and reaps it.
    ///
    /// - Returns: How the process terminated; `nil` if it is still there after 10 s, as one that waits for a disk is.
    /// - Throws: `SandboxError.serverEnded`.
    consuming func end() throws(SandboxError) -> vt_termination? {
        isReaped = true
        return try terminate()
    }

    /// Reaps a process that closed its output; one that does not exit within 1 s is ended.
    ///
    /// - Returns: How the process terminated, without the signal of this call; `nil` as for `end`.
    /// - Throws: `SandboxError.serverEnded`.
    consuming func reap() throws(SandboxError) -> vt_termination? {
        isReaped = true
        // Closing the output and exiting are moments apart; chosen as a second for a process that only closed it.
        if let termination = try wait(milliseconds: 1000) { return termination }
        var termination = try terminate()
        // SIGKILL came from this process, and is not the cause.
        termination?.signal = 0
        return termination
    }

    private func terminate() throws(SandboxError) -> vt_termination? {
        var child = raw
        unsafe vt_kill(&child)
        return try wait(milliseconds: 10_000)
    }

    private func wait(milliseconds: Int32) throws(SandboxError) -> vt_termination? {
        var child = raw
        var termination = vt_termination()
        let result = unsafe vt_reap(&child, milliseconds, &termination)
        if result < 0 && errno == EPIPE { throw .serverEnded }
        return result == 1 ? termination : nil
    }
}
