import Foundation
import MediaUnits
import Testing

@testable import Transcoding

/// Values that cross between processes arrive as they were.
@Suite struct WorkCodingTests {
    @Test(arguments: [[], [0], [-5, 0, 1 << 40, .max], [.min, -1]])
    func timesOfFrames(times: [Int]) throws {
        let frames = FrameIndex(
            timeBase: Rational(1, 90_000), times: times, lastDuration: 3003,
            keyframes: [Keyframe(presentationTime: -5, decodeTime: nil, fingerprint: .max)],
            isSeekable: true)
        let line = try WorkLine.of(frames)
        let read = try WorkLine.read(FrameIndex.self, line)
        #expect(read.times == times)
        #expect(read.timeBase == frames.timeBase)
        #expect(read.lastDuration == frames.lastDuration)
        #expect(read.keyframes == frames.keyframes)
        #expect(read.isSeekable)
    }

    /// A reply is one line, whatever is in it.
    @Test func lineBreaksStayInside() throws {
        let line = try WorkLine.of(WorkReply.log(level: "info", message: "a\nb"))
        #expect(line.filter { $0 == UInt8(ascii: "\n") }.count == 1)
        #expect(line.last == UInt8(ascii: "\n"))
    }

    @Test(arguments: MediaWorkKind.allCases)
    func kindNamesItsOwnType(kind: MediaWorkKind) { #expect(kind.type.kind == kind) }

    /// An upload that is another file by now, or has grown, is not read.
    @Test func uploadMustBeTheSameFile() throws {
        let worker = try ShellWorker("")
        let path = worker.upload.path
        _ = try Upload(path, expecting: worker.upload.identity, formats: .modern)
        try Data("xy".utf8).write(to: URL(filePath: path))
        let error = #expect(throws: UploadError.self) {
            try Upload(path, expecting: worker.upload.identity, formats: .modern)
        }
        #expect(error?.code == .changed)
    }
}
