import Storage
import Synchronization
import SystemPackage

@testable import MediaModel
@testable import Transcoding
@testable import vtranscode

/// Records texts.
final class MemorySink: TextSink {
    private let written = Mutex<[String]>([])

    /// The texts of all calls of `write`, in order.
    var texts: [String] { written.withLock { $0 } }

    func write(_ text: String) { written.withLock { $0.append(text) } }
}

extension Console {
    convenience init(_ sink: MemorySink, columns: Int = 80, rows: Int = 24) {
        self.init(sink) { TerminalSize(columns: columns, rows: rows) }
    }
}

extension UploadResult {
    init(
        _ upload: String, _ outcome: Outcome, findings: [Finding] = [], duration: Double = 62.4
    ) {
        self.init(
            upload: Location(FilePath(upload)), name: upload, outcome: outcome, findings: findings,
            duration: duration)
    }
}

extension UploadResult.Outcome {
    static let done = Self.published(bytes: 12_345_678, seconds: 16.1, segments: 11, reused: 0)
    static let truncated = Self.failed(
        UploadError(.truncated, "bad.mp4", "the file ends too early", advice: "upload it again"))
}

extension RunEvent {
    static func planned(_ upload: String, duration: Double = 10, rungs: [String] = ["720p"]) -> Self
    {
        .planned(
            upload: Location(FilePath(upload)), name: upload, duration: duration, rungs: rungs,
            warnings: [])
    }
}
