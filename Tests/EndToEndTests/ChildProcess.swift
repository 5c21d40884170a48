import Foundation
import Synchronization
import TestSupport

/// The sandbox processes of a run, read from /proc.
enum ChildProcess {
    /// Returns the sandbox processes that have a file open.
    static func children(of parent: Int32, reading upload: URL) -> [Int32] {
        let path = upload.resolvingSymlinksInPath().path(percentEncoded: false)
        return children(of: parent).filter { child in
            let folder = "/proc/\(child)/fd"
            let open = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            return open.contains { descriptor in
                let target = try? FileManager.default.destinationOfSymbolicLink(
                    atPath: "\(folder)/\(descriptor)")
                return target == path
            }
        }
    }

    /// The error of a command that has ended too early.
    struct ParentEnded: Error {}

    /// Sends a signal to the sandbox processes that have a file open, as soon as there are any.
    ///
    /// - Returns: The number of processes that have received it.
    static func signal(
        _ signal: Int32, toChildOf parent: Int32, reading upload: URL
    ) async throws -> Int {
        let count = Mutex(0)
        try await eventually {
            guard kill(parent, 0) == 0 else { throw ParentEnded() }
            let sent = children(of: parent, reading: upload).filter { kill($0, signal) == 0 }
            count.withLock { $0 = sent.count }
            return !sent.isEmpty
        }
        return count.withLock(\.self)
    }

    /// Returns the sandbox processes of a command, which are children of its fork server.
    static func children(of command: Int32) -> [Int32] {
        servers(of: command).flatMap(direct)
    }

    /// Returns the fork server of a command.
    static func servers(of command: Int32) -> [Int32] {
        direct(of: command).filter { name(of: $0) == "vt-fork-server" }
    }

    private static func name(of process: Int32) -> String {
        let text = try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)
        return (text ?? "").trimmingCharacters(in: .newlines)
    }

    private static func direct(of parent: Int32) -> [Int32] {
        let tasks = "/proc/\(parent)/task"
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
        return threads.flatMap { thread in
            let list = try? String(
                contentsOfFile: "\(tasks)/\(thread)/children", encoding: .utf8)
            return (list ?? "").split(separator: " ").compactMap { Int32($0) }
        }
    }
}
