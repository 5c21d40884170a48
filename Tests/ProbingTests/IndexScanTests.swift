import Foundation
import LibAV
import MediaUnits
import Presets
import Storage
import TestSupport
import Testing

@testable import MediaModel
@testable import MediaSandbox
@testable import Probing

/// The index of MP4 and MOV gives what a scan of all packets gives.
@Suite struct IndexScanTests {
    /// The measurements of a track, without fingerprints of keyframes, which the index does not have.
    private struct Measurements: Equatable {
        let times: [Int]
        let keyframes: [[Int?]]
        let packetCount: Int
        let flags: [Bool]
        let corruptCount: Int
        let lastDuration: Int
        let end: Int?
        let peakBitrate: Int
        let sizes: Set<Resolution>

        init(_ track: PacketScan.Track) {
            times = track.times
            keyframes = track.keyframes.map { [$0.presentationTime, $0.decodeTime] }
            packetCount = track.packetCount
            flags = [track.lacksTimes, track.isEncrypted, track.isContiguous]
            corruptCount = track.corruptCount
            lastDuration = track.lastDuration
            end = track.end
            peakBitrate = track.peakBitrate
            sizes = track.sizes
        }
    }

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder("index") }

    private func probe(_ file: URL, smallestIndexed: Int = 0) throws -> Probe {
        Probe(
            upload: try Upload(Location(file.filePath), in: LocalUploadSource()),
            content: UploadContent(sha256: "", sidecars: []), limits: Limits(),
            isStopped: { false }, smallestIndexed: smallestIndexed)
    }

    private func tracks(_ demuxer: Demuxer) -> [StreamInfo] {
        demuxer.streams.filter {
            [.video, .audio].contains($0.kind) && !$0.disposition.isAttachedPicture
        }
    }

    /// Measures a file by its index; `nil` if all packets have to be read.
    private func indexScan(_ file: URL) throws -> PacketScan? {
        let probe = try probe(file)
        let demuxer = try probe.open()
        return try probe.indexScan(demuxer, tracks(demuxer))
    }

    // MARK: Equality

    private static let isoSuffixes: Set<String> = ["mp4", "mov", "3gp"]
    private static let isoFiles = UploadFolder.uploads.filter {
        isoSuffixes.contains($0.url.pathExtension)
    }

    @Test(arguments: isoFiles) func indexEqualsPackets(file: TestUpload) throws {
        let probe = try probe(file.url)
        // Uploads that are no media are in the corpus too.
        guard let demuxer = try? probe.open() else { return }
        let tracks = tracks(demuxer)
        guard let index = try probe.indexScan(demuxer, tracks) else { return }
        let reread = try probe.open()
        reread.select(Set(tracks.map(\.index)))
        let scan = try PacketScan(reread, streams: tracks, Limits(), isStopped: { false })
        for track in tracks {
            let (expected, measured) = (scan.tracks[track.index], index.tracks[track.index])
            #expect(measured.map(Measurements.init) == expected.map(Measurements.init))
        }
        #expect((index.failure == nil) == (scan.failure == nil))
        #expect(index.isJoined == scan.isJoined)
    }

    /// Nearly all uploads are scanned by their index, so that the other tests compare something.
    @Test func commonUploadsHaveAnIndex() throws {
        let accepted = Self.isoFiles.filter(\.mustBeAccepted)
        let indexed = try accepted.filter { try indexScan($0.url) != nil }
        #expect(indexed.count >= 4 && indexed.count * 10 >= accepted.count * 8)
    }

    /// The probe's JSON without the fingerprints of keyframes.
    private func json(_ probed: ProbedUpload) throws -> String {
        let frames = probed.frames.map {
            FrameIndex(
                timeBase: $0.timeBase, times: $0.times, lastDuration: $0.lastDuration,
                keyframes: $0.keyframes.map {
                    Keyframe(
                        presentationTime: $0.presentationTime, decodeTime: $0.decodeTime,
                        fingerprint: 0)
                }, isSeekable: $0.isSeekable, hiddenPackets: $0.hiddenPackets)
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let value = ProbedUpload(
            info: probed.info, identity: probed.identity, frames: frames, clocks: probed.clocks,
            captions: probed.captions)
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    private func result(_ probe: Probe) throws -> String {
        do {
            return try json(probe.run())
        } catch let error as UploadError {
            return "\(error)"
        }
    }

    @Test(arguments: isoFiles) func probesAreEqual(file: TestUpload) throws {
        let all = try result(probe(file.url, smallestIndexed: .max))
        #expect(try result(probe(file.url)) == all)
    }

    // MARK: Uploads of which all packets are read

    private func make(_ name: String, _ arguments: [String]) async throws -> URL {
        let file = folder.file(name)
        try await FFmpeg.run(
            ["-f", "lavfi", "-i", "testsrc2=s=160x90:r=25:d=4"]
                + ["-f", "lavfi", "-i", "sine=r=48000:d=4"] + ["-c:v", "libx264"]
                + ["-preset", "ultrafast", "-g", "25"] + arguments + [FFprobe.path(file)])
        return file
    }

    @Test func indexIsUsed() async throws {
        let file = try await make("clip.mp4", ["-c:a", "aac"])
        #expect(try indexScan(file) != nil)
        #expect(try probe(file).run().isIndexed)
        #expect(try !probe(file, smallestIndexed: Probe.smallestIndexed).run().isIndexed)
    }

    @Test(arguments: [
        ("fragments.mp4", ["-movflags", "frag_keyframe+empty_moov"]),
        ("sidx.mp4", ["-movflags", "frag_keyframe+empty_moov+dash+global_sidx"]),
        ("ac3.mp4", ["-c:a", "ac3"]), ("clip.mkv", []), ("clip.ts", []),
    ])
    func othersAreReadWhole(name: String, arguments: [String]) async throws {
        #expect(try indexScan(try await make(name, arguments)) == nil)
    }

    @Test func captionsAreReadFromAllPackets() async throws {
        let file = folder.file("captioned.mp4")
        try await CaptionedClip.make([30: "{RCL}{15}HELLO{EOC}", 300: "{EDM}"], at: file)
        #expect(try indexScan(file) == nil)
        let captions = try probe(file).run().captions
        #expect(captions.map(\.info.channel) == ["CC1"])
    }

    @Test func changeOfSizeIsFound() async throws {
        let first = try await make("first.ts", ["-an"])
        let second = try await make("second.ts", ["-an", "-s", "320x180"])
        let file = folder.file("sizes.mp4")
        try await FFmpeg.run(
            ["-i", "concat:\(first.path)|\(second.path)", "-c", "copy", FFprobe.path(file)])
        #expect(try indexScan(file) == nil)
        let codes = try probe(file).run().info.findings.map(\.code)
        #expect(codes.contains(.sizeChanges))
    }

    // MARK: Bytes

    /// A gigabyte with the index at the end, at 33 Mb/s.
    @Test func probeReadsLessThanTwoPercent() async throws {
        let size = 1_000_000_000
        let (clip, film) = (folder.file("clip.mp4"), folder.file("film.mp4"))
        try await FFmpeg.run(
            ["-f", "lavfi", "-i", "testsrc2=s=64x36:r=25:d=240"]
                + ["-f", "lavfi", "-i", "sine=r=48000:d=240"]
                + ["-c:v", "libx264", "-preset", "ultrafast", "-g", "50", FFprobe.path(clip)])
        try EnlargedClip.write(try Data(contentsOf: clip), byteCount: size, to: film)
        let probe = try probe(film, smallestIndexed: Probe.smallestIndexed)
        let video = try #require(try probe.run().info.video)
        #expect(video.frameCount == 6000 && video.keyframeCount == 120)
        #expect(probe.upload.size >= size)
        #expect(probe.upload.bytesRead < size / 50, "\(probe.upload.bytesRead)")
    }
}
