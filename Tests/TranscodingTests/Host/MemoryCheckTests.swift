import Foundation
import Logging
import MediaSandbox
import MediaTestSupport
import MediaUnits
import Storage
import TestSupport
import Testing

@testable import MediaModel
@testable import Planning
@testable import Transcoding

@Suite struct MemoryCheckTests {
    @Test(arguments: [true, false])
    func planThatNeedsMoreThanTheHostHasIsRefused(encodes: Bool) throws {
        let folder = try TemporaryFolder("memory")
        let file = folder.file("clip.mp4")
        try Data("x".utf8).write(to: file)
        let upload = try Upload(Location(file.filePath), in: LocalUploadSource())
        let plan = try SamplePlan.plan(SamplePlan.info(audioTracks: []))
        let needed = MemoryEstimate.largestChunk(plan, encodes: encodes)
        // Frames alone need less than 100 MiB, with two encoders more.
        #expect(needed > 50 << 20)
        #expect((needed > 100 << 20) == encodes)
        try MemoryCheck.check(plan, of: upload, encodes: encodes, memory: needed)
        let error = #expect(throws: UploadError.self) {
            try MemoryCheck.check(plan, of: upload, encodes: encodes, memory: needed - 1)
        }
        #expect(error?.code == .tooMuchMemory)
        let message = try #require(error?.message)
        #expect(message.contains("\(ByteCount(needed))"), "\(message)")
        #expect(message.contains(encodes ? "encoding a chunk needs" : "making thumbnails needs"))
    }

    @Test func thumbnailsAreRefusedBeforeAnyFileIsMade() async throws {
        let folder = try TemporaryFolder("memory")
        let file = folder.file("clip.mp4")
        try await FFmpeg.run(
            ["-f", "lavfi", "-i", "testsrc2=s=320x180:r=25:d=1", FFprobe.path(file)])
        let output = folder.file("images")
        let error = await #expect(throws: UploadError.self) {
            try await ThumbnailExtraction.extract(
                Location(file.filePath), to: Location(output.filePath), jobs: 1, memory: 1 << 30,
                hostMemory: 1 << 20, force: false, sandboxMode: .none,
                logger: Logger(label: "test"))
        }
        #expect(error?.code == .tooMuchMemory)
        #expect(!FileManager.default.fileExists(atPath: output.path))
    }

    @Test func planWithoutVideoNeedsNoChunk() throws {
        let plan = try SamplePlan.plan(SamplePlan.info(audioTracks: []))
        let audio = EncodingPlan(
            container: plan.container, startingRate: plan.startingRate, video: nil,
            audio: plan.audio, captions: plan.captions, duration: plan.duration,
            findings: plan.findings)
        #expect(MemoryEstimate.largestChunk(audio) == 0)
    }
}
