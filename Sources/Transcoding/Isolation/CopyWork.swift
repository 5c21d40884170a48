internal import Foundation
internal import LibAV
internal import MediaUnits
internal import Storage

/// Copies streams of an upload without any metadata, into an MP4 if that can hold them.
struct CopyWork: MediaWork {
    /// Ascending.
    let streams: [Int]
    let path: String
    /// Seconds of the upload's clock at time 0 of the file.
    var start = Rational.zero
    /// Of decode time from the first packet on; `nil`: all.
    var seconds: Double?
    /// Formats of libav's to try, the wanted one first.
    var formats = ["mp4", "mov"]

    struct Output: Codable, Sendable {
        /// `nil` if no file of that family can hold the streams.
        let byteCount: Int?
    }

    static let kind = MediaWorkKind.copy

    func run(
        on upload: Upload, isStopped: @escaping @Sendable () -> Bool,
        report: @escaping @Sendable (Double) -> Void
    ) throws -> Output {
        for format in formats {
            do {
                let demuxer = try upload.demuxer(analyse: true, stopWhen: isStopped)
                try StreamCopy(demuxer, streams, start: start).write(
                    to: path, format: format, seconds: seconds, isStopped: isStopped)
                return Output(byteCount: try Int(RegularFile(path).size))
            } catch let error as LibAVError where !error.isInterrupted && error.code != -ENOSPC {
                continue
            }
        }
        return Output(byteCount: nil)
    }
}
