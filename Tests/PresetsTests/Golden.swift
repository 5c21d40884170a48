import Foundation
import Testing

/// Text that is kept in the repository and compared with what the program makes of it.
///
/// `RECORD=1 swift test` writes what it makes instead; the difference is then read in git.
enum Golden {
    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().appending(path: "../..").standardizedFileURL

    static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// Holds a whole file, or what stands in it between two lines, equal to `text`.
    static func compare(
        _ text: String, with path: String, from start: String? = nil, to end: String? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let isRecording = ProcessInfo.processInfo.environment["RECORD"] == "1"
        let file = root.appending(path: path)
        let kept = isRecording && start == nil ? "" : try Self.text(path)
        var range = kept.startIndex..<kept.endIndex
        if let start, let end {
            let first = try #require(kept.range(of: start), sourceLocation: sourceLocation)
            let last = try #require(
                kept.range(of: end, range: first.upperBound..<kept.endIndex),
                sourceLocation: sourceLocation)
            range = first.upperBound..<last.lowerBound
        }
        if isRecording {
            let whole = kept.replacingCharacters(in: range, with: text)
            try Data(whole.utf8).write(to: file)
        } else {
            #expect(
                kept[range] == text, "\(path) is not what RECORD=1 would make of it",
                sourceLocation: sourceLocation)
        }
    }
}
