import Foundation
import Testing

/// Files of the repository that are compared with the program's output.
///
/// `RECORD=1 swift test` writes the output to the files instead; the difference is reviewed in git.
enum Golden {
    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().appending(path: "../..").standardizedFileURL

    static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// Compares a file, or its text between two lines, with the output.
    static func compare(
        _ text: String, with path: String, from start: String? = nil, to end: String? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let isRecording = ProcessInfo.processInfo.environment["RECORD"] == "1"
        let file = root.appending(path: path)
        let recorded = isRecording && start == nil ? "" : try Self.text(path)
        var range = recorded.startIndex..<recorded.endIndex
        if let start, let end {
            let first = try #require(recorded.range(of: start), sourceLocation: sourceLocation)
            let last = try #require(
                recorded.range(of: end, range: first.upperBound..<recorded.endIndex),
                sourceLocation: sourceLocation)
            range = first.upperBound..<last.lowerBound
        }
        if isRecording {
            let whole = recorded.replacingCharacters(in: range, with: text)
            try Data(whole.utf8).write(to: file)
        } else {
            #expect(
                recorded[range] == text, "\(path) is not current; record it with RECORD=1",
                sourceLocation: sourceLocation)
        }
    }
}
