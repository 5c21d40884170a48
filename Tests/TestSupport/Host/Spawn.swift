import Foundation

/// Programs started by `posix_spawn`.
///
/// On Linux, Foundation's `Process` reads directory entries of open files beyond the end of the last one, and rarely
/// crashes (Swift 6.3).
enum Spawn {
    /// The error of a program that cannot be started.
    struct Failure: Error, CustomStringConvertible {
        let program: String
        let code: Int32
        var description: String { "\(program): \(String(cString: strerror(code)))" }
    }

    /// Runs a program, found by `PATH`, with an empty standard input; files that Foundation opened are closed.
    ///
    /// - Parameters:
    ///   - arguments: The program and its arguments.
    ///   - output: The standard output, owned by the caller.
    ///   - error: The standard error, owned by the caller.
    ///   - started: Receives the process id.
    ///   - ended: Called when the process has ended, and before its id may be that of another one.
    /// - Returns: The exit status, or 128 + the signal that ended it.
    /// - Throws: `Failure` if there is no such program.
    static func run(
        _ arguments: [String], output: FileHandle, error: FileHandle,
        started: (Int32) -> Void = { _ in }, ended: @escaping @Sendable () -> Void = {}
    ) async throws -> Int32 {
        let process = try start(arguments, output: output, error: error)
        started(process)
        return await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                awaitEnd(of: process)
                ended()
                continuation.resume(returning: status(of: process))
            }
        }
    }

    private static func start(
        _ arguments: [String], output: FileHandle, error: FileHandle
    ) throws -> Int32 {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
            var attributes: posix_spawnattr_t?
            let flags = POSIX_SPAWN_SETSIGMASK
        #else
            var actions = posix_spawn_file_actions_t()
            var attributes = posix_spawnattr_t()
            let flags = POSIX_SPAWN_SETSIGMASK
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output.fileDescriptor, 1)
        posix_spawn_file_actions_adddup2(&actions, error.fileDescriptor, 2)
        // Dispatch's threads block signals, and a program inherits its parent's mask: it would not receive an interrupt.
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(flags))

        var words = arguments.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var process: pid_t = 0
        let code = posix_spawnp(&process, arguments[0], &actions, &attributes, &words, environ)
        guard code == 0 else { throw Failure(program: arguments[0], code: code) }
        return process
    }

    /// Waits for the end of a process, which stays a zombie.
    private static func awaitEnd(of process: Int32) {
        var information = siginfo_t()
        let options = WEXITED | WNOWAIT
        while waitid(P_PID, id_t(process), &information, options) < 0, errno == EINTR {}
    }

    private static func status(of process: Int32) -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7f
        return signal == 0 ? (status >> 8) & 0xff : 128 + signal
    }
}
