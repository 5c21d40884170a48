import Foundation

/// The output and the status of a `run`.
struct RunReport: Sendable {
    let status: Int32
    let lines: [String]
    let errorOutput: String

    var events: [RunEventLine] { lines.compactMap(RunEventLine.init) }
    var finished: [RunEventLine] { events.filter { $0.event == .finished } }
    var skipped: [RunEventLine] { events.filter { $0.event == .skipped } }

    /// Returns the final event of the upload with a file name; `nil` if there is none.
    func end(of upload: String) -> RunEventLine? {
        finished.first { $0.upload.map { URL(filePath: $0).lastPathComponent } == upload }
    }
}
