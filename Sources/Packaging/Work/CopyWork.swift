internal import Foundation
internal import LibAV
package import MediaSandbox
package import MediaUnits
package import Sandbox
internal import Storage
internal import SystemPackage

/// Copies streams of an upload without metadata, into an MP4 if it supports their codecs.
package struct CopyWork: UploadMediaWork {
    /// The stream indexes, ascending.
    package let streams: [Int]
    /// The name of the file to write.
    package let name: String
    package let formats: FormatSet
    /// The upload's time at time 0 of the file, in seconds.
    package var start = Rational.zero
    /// The duration to copy, in seconds of decode time from the first packet that no edit list hides; `nil` for the whole stream.
    package var seconds: Double?
    /// The formats of libav to try, the preferred one first.
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
        /// Whether a file was written; false if no format supports the streams.
        package let isWritten: Bool

        package init(
            isWritten: Bool
        ) {
            self.isWritten = isWritten
        }
    }

    package static let kind = "copy"

    package func run(on upload: Upload, in context: SandboxContext) throws -> Output {
        let path = context.folder.appending(name)
        for format in containers {
            do {
                let demuxer = try upload.demuxer(analyze: true, stopWhen: context.isStopped)
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
