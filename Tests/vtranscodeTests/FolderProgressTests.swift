import Storage
import SystemPackage
import TestSupport
import Testing

@testable import vtranscode

@Suite struct FolderProgressTests {
    private static func key(_ name: String) -> FolderProgress.Key {
        .init(upload: Location(FilePath(name)), name: name)
    }

    private static func folder(_ uploads: Int, bytes: Int = 0) -> FolderProgress {
        var folder = FolderProgress()
        folder.start(uploads: uploads, bytes: bytes)
        return folder
    }

    @Test func uploadsAreWeightedByCost() {
        var folder = Self.folder(2)
        folder.plan(Self.key("long"), duration: 90, rungs: ["720p"], bytes: 0)
        folder.plan(Self.key("short"), duration: 10, rungs: ["720p"], bytes: 0)
        folder.advance(Self.key("short"), to: 1, at: 0)
        #expect(abs(folder.fraction - 0.1) < 1e-9)
        folder.advance(Self.key("long"), to: 0.5, at: 1)
        #expect(abs(folder.fraction - 0.55) < 1e-9)
    }

    /// A 1080p rung costs nine times a 360p one; decoding and audio have a fixed cost.
    @Test func rungsAreWeightedByArea() {
        var folder = Self.folder(2)
        folder.plan(Self.key("large"), duration: 10, rungs: ["1080p"], bytes: 0)
        folder.plan(Self.key("small"), duration: 10, rungs: ["360p"], bytes: 0)
        folder.advance(Self.key("large"), to: 1, at: 0)
        #expect(abs(folder.fraction - 10.0 / 12) < 1e-9)
    }

    @Test func uploadsWithoutAPlanAreEstimatedByBytes() {
        var folder = Self.folder(2, bytes: 400)
        folder.plan(Self.key("known"), duration: 10, rungs: ["720p"], bytes: 100)
        folder.advance(Self.key("known"), to: 1, at: 0)
        #expect(abs(folder.fraction - 0.25) < 1e-9)
    }

    @Test func uploadsWithoutBytesAreEstimatedByNumber() {
        var folder = Self.folder(4)
        folder.plan(Self.key("known"), duration: 10, rungs: ["720p"], bytes: 0)
        folder.advance(Self.key("known"), to: 1, at: 0)
        #expect(abs(folder.fraction - 0.25) < 1e-9)
    }

    @Test func unchangedAndFailedUploadsAreNotCounted() {
        var folder = Self.folder(4, bytes: 400)
        folder.plan(Self.key("a"), duration: 10, rungs: ["720p"], bytes: 100)
        folder.plan(Self.key("b"), duration: 10, rungs: ["720p"], bytes: 100)
        folder.finish(Self.key("unchanged"), isEncoded: false, isFailure: false, bytes: 100)
        folder.finish(Self.key("bad"), isEncoded: false, isFailure: true, bytes: 100)
        #expect(folder.fraction == 0)
        folder.advance(Self.key("a"), to: 0.5, at: 0)
        #expect(abs(folder.fraction - 0.25) < 1e-9)
        #expect((folder.finishedCount, folder.failedCount) == (2, 1))
    }

    /// With any events in any order, the fraction is in 0...1 and never decreases.
    @Test(arguments: 0..<50)
    func fractionNeverDecreases(seed: UInt64) {
        var random = SplitMix(state: seed)
        var folder = Self.folder(8, bytes: 1000)
        var last = 0.0
        for _ in 0..<300 {
            let key = Self.key("\(Int.random(in: 0..<8, using: &random))")
            switch Int.random(in: 0..<10, using: &random) {
            case 0:
                folder.plan(
                    key, duration: .random(in: 0...100, using: &random), rungs: ["720p"],
                    bytes: .random(in: 0...200, using: &random))
            case 1 where folder.finishedCount < 7:
                folder.finish(
                    key, isEncoded: .random(using: &random), isFailure: false,
                    bytes: .random(in: 0...200, using: &random))
            case 2: folder.advance(key, to: .nan, at: 0)
            case 3: folder.advance(key, to: 9, at: 0)
            default: folder.advance(key, to: .random(in: 0...1, using: &random), at: 0)
            }
            #expect(folder.fraction >= last && folder.fraction < 1)
            last = folder.fraction
        }
    }

    @Test func fractionIsCompleteWithTheLastUpload() {
        var folder = Self.folder(1)
        folder.plan(Self.key("a"), duration: 10, rungs: [], bytes: 0)
        folder.advance(Self.key("a"), to: 1, at: 5)
        #expect(folder.fraction < 1)
        folder.finish(Self.key("a"), isEncoded: true, isFailure: false, bytes: 0)
        #expect(folder.fraction == 1)
        #expect(folder.remaining(at: 9) == nil)
    }

    /// 40 % are resumed; 20 % took 10 s, so the other 40 % take 20 s.
    @Test func remainingTimeIgnoresResumedSegments() throws {
        var folder = Self.folder(1)
        folder.advance(Self.key("a"), to: 0.4, at: 100)
        #expect(folder.remaining(at: 100) == nil)
        folder.advance(Self.key("a"), to: 0.6, at: 110)
        let remaining = try #require(folder.remaining(at: 110))
        #expect(abs(remaining - 20) < 1e-6)
    }
}
