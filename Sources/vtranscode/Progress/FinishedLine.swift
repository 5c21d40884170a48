import Storage
import SystemPackage
import Transcoding

/// The line about a finished upload.
enum FinishedLine {
    /// Returns `published clip.mp4: 1:02, 12.3 MB in 41.2 s`; for a failed upload its error.
    ///
    /// - Returns: `nil` for an interrupted upload, which has not ended; there may be hundreds.
    static func text(for result: UploadResult, _ style: TextStyle) -> String? {
        let upload = result.upload.description.printable
        switch result.outcome {
        case .published(let bytes, let seconds, _, _):
            let size = Quantity.bytes(bytes)
            let details =
                "\(Quantity.clock(result.duration)), \(size) in \(Quantity.elapsed(seconds))"
            return "\(style.green("published")) \(upload): \(details)"
        case .unchanged:
            return "\(style.dim("unchanged")) \(upload)"
        case .failed(let error):
            return style.red(ErrorLine.text(for: error))
        case .interrupted:
            return nil
        }
    }
}
