internal import Foundation
internal import LibAV
package import MediaSandbox
package import MediaUnits
package import Sandbox
internal import Storage

/// Copies streams of an upload without any metadata, into an MP4 if that can hold them.
package struct CopyWork: UploadMediaWork {
    /// Ascending.
    package let streams: [Int]
    /// The name of the file to write.
    package let name: String
    package let formats: FormatSet
    /// Seconds of the upload's clock at time 0 of the file.
    package var start = Rational.zero
    /// Of decode time from the first packet on; `nil`: all.
    package var seconds: Double?
    /// Formats of libav's to try, the wanted one first.
    package var containers = ["mp4", "mov"]

    package init(
        streams: [Int], name: String, formats: FormatSet, start: Rational = .zero,
        seconds: Double? = nil, containers: [String] = ["mp4", "mov"]
    ) {
        self.streams = streams
        self.name = name
        self.formats = formats
        self.start = start
        self.seconds = seconds
        self.containers = containers
    }

    package struct Output: Codable, Sendable {
        /// Whether a file of that family can hold the streams.
        package let isWritten: Bool

        package init(
            isWritten: Bool
        ) {
            self.isWritten = isWritten
        }
    }

    package static let kind = "copy"

    package func run(on upload: Upload, in context: SandboxContext) throws -> Output {
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
