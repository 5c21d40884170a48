import Foundation
import LibAV
import MediaUnits
import Storage
import TestSupport

@testable import Encoding
@testable import MediaModel
@testable import MediaSandbox
@testable import Transcoding

/// The encoded segments of an audio track, of one run or of several.
struct EncodedTrack {
    struct Packet: Hashable {
        let time: Int
        let duration: Int
    }

    let folder: TemporaryFolder
    let results: [RenditionResult]

    /// Encodes runs of an upload, in any order.
    init(_ planned: RunPlan, _ plan: AudioPlan, runs: [AudioRun]) throws {
        let folder = try TemporaryFolder("encoded")
        self.folder = folder
        results = try runs.map { run in
            try AudioEncoder(
                upload: planned.session.upload, plan: plan, folder: folder.url.filePath,
                isStopped: { false }, report: { _ in }
            ).encode(run, gain: 0) { _ in }
        }
    }

    private func demuxer() throws -> Demuxer {
        let names = results.flatMap(\.segments).map(\.index).sorted().map {
            ArtifactFiles.segment($0, of: nil)
        }
        return try Demuxer(
            JoinedFiles((["init.mp4"] + names).map { folder.file($0).filePath }), name: "track",
            analyze: false
        ) { false }
    }

    func packets() throws -> [Packet] {
        let demuxer = try demuxer()
        let packet = try LibAV.Packet()
        var packets: [Packet] = []
        while try demuxer.read(into: packet) {
            packets.append(
                Packet(time: packet.presentationTime ?? -1, duration: packet.duration))
        }
        return packets
    }

    /// Returns the samples of the first channel, as a player decodes them.
    func samples() throws -> [Float] {
        let demuxer = try demuxer()
        let decoder = try Decoder(demuxer, stream: 0, threads: 1)
        let packet = try LibAV.Packet()
        var samples: [Float] = []
        func collect(_ frame: borrowing Frame) {
            frame.withRows(ofPlane: 0, width: 4 * frame.sampleCount, height: 1) { _, bytes in
                for index in stride(from: 0, to: bytes.count, by: 4) {
                    samples.append(
                        Float(
                            bitPattern: (0..<4).reduce(0) {
                                $0 | UInt32(bytes[index + $1]) << (8 * UInt32($1))
                            }))
                }
            }
        }
        while try demuxer.read(into: packet) { try decoder.decode(packet, collect) }
        try decoder.drain(collect)
        return samples
    }
}

/// The error of an encoded track around the starts of runs, relative to that of an encoder of the whole track there.
struct SeamError {
    /// The ratio of each seam.
    let ratios: [Double]

    var mean: Double { ratios.reduce(0, +) / Double(max(1, ratios.count)) }
    var worst: Double { ratios.max() ?? 0 }

    /// Compares tracks in the two frames before and after each seam.
    ///
    /// - Parameters:
    ///   - source: The samples that encoders got.
    ///   - runs: The decoded track of several runs.
    ///   - whole: The decoded track of one run.
    ///   - seams: The sample numbers at which runs start.
    init(source: [Float], runs: [Float], whole: [Float], seams: [Int]) {
        func error(_ samples: [Float], _ range: Range<Int>) -> Double {
            let energy = range.reduce(0.0) {
                let difference = Double(samples[$1] - source[$1])
                return $0 + difference * difference
            }
            return (energy / Double(range.count)).squareRoot()
        }
        let end = min(source.count, runs.count, whole.count)
        ratios = seams.compactMap { seam in
            let near = max(0, seam - 2048)..<min(end, seam + 2048)
            // The encoder's own error, in a second around the seam.
            let around = max(4096, seam - 24_000)..<min(end, seam + 24_000)
            let own = max(error(whole, near), error(whole, around))
            // Digital silence has no error.
            return own > 1e-6 ? error(runs, near) / own : nil
        }
    }
}
