import Foundation

/// The system calls of one thread, traced by `strace -ff`.
struct ThreadTrace {
    /// An attempt to open a file.
    struct Opening: Hashable {
        let path: String
        let isWriting: Bool
    }

    /// A sandbox process of the command: its first thread and the descendants.
    struct Process {
        let main: ThreadTrace
        let threads: [ThreadTrace]
    }

    /// The calls, one per line.
    let lines: [String]

    /// Reads the traces in a folder, by the number of the thread.
    static func all(in folder: URL) throws -> [String: ThreadTrace] {
        var traces: [String: ThreadTrace] = [:]
        let files = try FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: nil)
        for file in files {
            // A trace may contain hostile names, truncated anywhere.
            let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
            traces[file.pathExtension] = ThreadTrace(
                lines: text.split(separator: "\n").map(String.init))
        }
        return traces
    }

    /// Returns the sandbox processes among traces.
    static func children(in traces: [String: ThreadTrace]) -> [Process] {
        traces.values.compactMap { trace in
            let start = trace.lines.firstIndex { line in
                line.hasPrefix("prctl(PR_SET_NAME, \"vt-child\")") && line.hasSuffix("= 0")
            }
            guard let start else { return nil }
            let main = ThreadTrace(lines: Array(trace.lines[(start + 1)...]))
            return Process(main: main, threads: main.descendants(in: traces))
        }
    }

    /// The attempts to open files, before the start of the first thread and after it.
    var openings: (atStart: [Opening], later: [Opening]) {
        let first = lines.firstIndex { Self.startedThread($0) != nil } ?? lines.endIndex
        return (
            lines[..<first].compactMap(Self.opening), lines[first...].compactMap(Self.opening)
        )
    }

    private static func opening(_ line: String) -> Opening? {
        guard line.hasPrefix("open") || line.hasPrefix("creat") else { return nil }
        let words = line.split(separator: "\"", omittingEmptySubsequences: false)
        guard words.count > 2 else { return nil }
        let isWriting = words[2].contains("O_WRONLY") || words[2].contains("O_RDWR")
        return Opening(path: String(words[1]), isWriting: isWriting || line.hasPrefix("creat"))
    }

    private func descendants(in traces: [String: ThreadTrace]) -> [ThreadTrace] {
        lines.compactMap(Self.startedThread).compactMap { traces[$0] }.flatMap { thread in
            [thread] + thread.descendants(in: traces)
        }
    }

    /// The number of the thread or process that a call started.
    private static func startedThread(_ line: String) -> String? {
        guard line.hasPrefix("clone") || line.hasPrefix("fork") || line.hasPrefix("vfork"),
            let result = line.range(of: " = ", options: .backwards)
        else { return nil }
        return Int32(line[result.upperBound...]).map { String($0) }
    }
}
