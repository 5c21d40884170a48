internal import Foundation
internal import LibAV
internal import MediaUnits
internal import Sandbox
internal import Storage

/// Copies streams of an upload without any metadata, into an MP4 if that can hold them.
struct CopyWork: UploadMediaWork {
    /// Ascending.
    let streams: [Int]
    /// The name of the file to write.
    let name: String
    let formats: FormatSet
    /// Seconds of the upload's clock at time 0 of the file.
    var start = Rational.zero
    /// Of decode time from the first packet on; `nil`: all.
    var seconds: Double?
    /// Formats of libav's to try, the wanted one first.
    var containers = ["mp4", "mov"]

    struct Output: Codable, Sendable {
        /// Whether a file of that family can hold the streams.
        let isWritten: Bool
    }

    static let kind = "copy"

    func run(on upload: Upload, in context: SandboxContext) throws -> Output {
        let path = "\(context.folder)/\(name)"
        for format in containers {
            do {
                let demuxer = try upload.demuxer(analyse: true, stopWhen: context.isStopped)
                try StreamCopy(demuxer, streams, start: start).write(
                    to: path, format: format, seconds: seconds, isStopped: context.isStopped)
                return Output(isWritten: true)
            } catch let error as LibAVError where !error.isInterrupted && error.code != -ENOSPC {
                continue
            }
        }
        return Output(isWritten: false)
    }
}
