import Foundation

/// The system calls of one thread, as `strace -ff` writes them.
struct ThreadTrace {
    /// A file that was opened, or looked for.
    struct Opening: Hashable {
        let path: String
        let isWriting: Bool
    }

    /// A child process of the command: its first thread and all that came from it.
    struct Process {
        let main: ThreadTrace
        let threads: [ThreadTrace]
    }

    /// One call each.
    let lines: [String]

    /// The traces in a folder, by the number of their thread.
    static func all(in folder: URL) throws -> [String: ThreadTrace] {
        var traces: [String: ThreadTrace] = [:]
        let files = try FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: nil)
        for file in files {
            // A hostile name may be in it, cut off anywhere.
            let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
            traces[file.pathExtension] = ThreadTrace(
                lines: text.split(separator: "\n").map(String.init))
        }
        return traces
    }

    /// Finds the product's own children among traces.
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

    /// The files that it opened or tried to, before it started its first thread, and from then on.
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
