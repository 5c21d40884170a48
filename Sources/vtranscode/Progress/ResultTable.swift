internal import MediaModel
import Storage
import SystemPackage
import Transcoding

/// The closing table of a run: the result of each upload, then a summary.
struct ResultTable {
    let results: [UploadResult]
    let skipped: [SkippedFiles.File]
    /// The wall time of the run, in seconds.
    let elapsed: Double

    /// The lines of the table, without a final line break; empty columns are padded.
    var text: String {
        let header = Row("UPLOAD", "RESULT", "DURATION", "SIZE", "TIME", "NOTE")
        let rows = [header] + results.map(Self.row) + skipped.map(Self.row)
        let widths = (0..<header.cells.count).map { column in
            rows.map { $0.cells[column].displayWidth }.max() ?? 0
        }
        return (rows.map { $0.line(widths) } + ["", summary]).joined(separator: "\n")
    }

    /// The summary, without zeroes: `3 published, 1 failed, 2 skipped in 1:12`.
    private var summary: String {
        let words =
            results.map { Self.word(for: $0.outcome) } + skipped.map { _ in Self.skippedWord }
        let counts = ["published", "unchanged", "failed", "interrupted", Self.skippedWord]
            .map { word in (count: words.count { $0 == word }, word: word) }
            .filter { $0.count > 0 }
            .map { "\($0.count) \($0.word)" }
        let all = counts.isEmpty ? "nothing to do" : counts.joined(separator: ", ")
        return "\(all) in \(Quantity.elapsed(elapsed))"
    }

    private static let skippedWord = "skipped"

    private static func word(for outcome: UploadResult.Outcome) -> String {
        switch outcome {
        case .published: "published"
        case .unchanged: "unchanged"
        case .failed: "failed"
        case .interrupted: "interrupted"
        }
    }

    private static func row(_ result: UploadResult) -> Row {
        var (size, time) = ("", "")
        var notes: [String] = []
        switch result.outcome {
        case .published(let bytes, let seconds, let segments, let reused):
            size = Quantity.bytes(bytes)
            time = Quantity.elapsed(seconds)
            notes.append("package \(result.name)")
            if reused > 0 { notes.append("\(reused) of \(segments) segments reused") }
        case .unchanged:
            notes.append("package \(result.name)")
        case .failed(let error):
            notes.append("\(error.code.rawValue): \(error.message); \(error.remedy)")
        case .interrupted:
            notes.append("run again to resume")
        }
        notes += result.warnings.map(\.code.rawValue)
        return Row(
            result.upload.description, word(for: result.outcome),
            result.duration > 0 ? Quantity.clock(result.duration) : "", size, time,
            notes.joined(separator: "; "))
    }

    private static func row(_ file: SkippedFiles.File) -> Row {
        Row(file.path.description, skippedWord, "", "", "", file.reason)
    }

    private struct Row {
        let cells: [String]

        init(_ cells: String...) {
            self.cells = cells.enumerated().map { column, cell in
                // The other columns then fit a terminal of 120 columns.
                column == 0 ? cell.printable.truncatedAtStart(toWidth: 48) : cell.printable
            }
        }

        func line(_ widths: [Int]) -> String {
            let columns = cells.enumerated().map { column, cell in
                switch column {
                // Columns of numbers.
                case 2...4: cell.rightAligned(toWidth: widths[column])
                // The last column needs no padding.
                case cells.count - 1: cell
                default: cell.padded(toWidth: widths[column])
                }
            }
            return columns.joined(separator: "  ")
        }
    }
}

extension UploadResult {
    /// The findings that are warnings or errors.
    var warnings: [Finding] { findings.filter { $0.severity != .info } }
}
