import Foundation

/// What a `run` said and how it ended.
struct RunReport: Sendable {
    let status: Int32
    let lines: [String]
    let complaint: String

    var events: [RunEventLine] { lines.compactMap(RunEventLine.init) }
    var finished: [RunEventLine] { events.filter { $0.event == .finished } }
    var skipped: [RunEventLine] { events.filter { $0.event == .skipped } }

    /// How the upload of that file name ended; `nil` if it was never taken for one.
    func end(of upload: String) -> RunEventLine? {
        finished.first { $0.upload.map { URL(filePath: $0).lastPathComponent } == upload }
    }
}
