import Foundation
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
    @Test func planThatNeedsMoreThanTheHostHasIsRefused() throws {
        let folder = try TemporaryFolder("memory")
        let file = folder.file("clip.mp4")
        try Data("x".utf8).write(to: file)
        let upload = try Upload(Location(file.filePath), in: LocalUploadSource())
        let plan = try SamplePlan.plan(SamplePlan.info(audioTracks: []))
        let needed = MemoryEstimate.largestChunk(plan)
        #expect(needed > 100 << 20)
        try MemoryCheck.check(plan, of: upload, memory: needed)
        let error = #expect(throws: UploadError.self) {
            try MemoryCheck.check(plan, of: upload, memory: needed - 1)
        }
        #expect(error?.code == .tooMuchMemory)
        let message = try #require(error?.message)
        #expect(message.contains("\(ByteCount(needed))"), "\(message)")
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
