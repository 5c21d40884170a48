import Foundation

/// Checks CODECS and FRAME-RATE against the init segments, read byte by byte and by ffprobe.
public enum CodecChecker {
    public static func problems(in package: PublishedPackage) async throws -> [String] {
        let folder = try TemporaryFolder("codecs")
        var audioTracks: Set<String> = []
        var problems: [String] = []
        for track in package.audio {
            let info = try await FFprobe.info(of: track.joined(into: folder.url))
            guard let stream = info.streams.first, info.streams.count == 1 else {
                problems.append("\(track.name): \(info.streams.count) streams")
                continue
            }
            if stream.codec == "aac", stream.profile == "LC" { audioTracks.insert("mp4a.40.2") }
        }
        for variant in package.rungs {
            let name = variant.track.name
            let info = try await FFprobe.info(of: variant.track.joined(into: folder.url))
            guard let stream = info.streams.first, info.streams.count == 1 else {
                problems.append("\(name): \(info.streams.count) streams")
                continue
            }
            let written = Set(variant.codecs.split(separator: ",").map(String.init))
            let video = try videoCodec(of: variant.track.initSegment)
            if written != audioTracks.union([video]) {
                problems.append(
                    "\(name): CODECS \(variant.codecs), found \(video), \(audioTracks.sorted())"
                )
            }
            let isLevel = { (level: Int) in
                video.hasSuffix(hexadecimal(level)) || video.contains(".L\(level).")
            }
            if let level = stream.level, !isLevel(level) {
                problems.append("\(name): \(video), the stream's level is \(level)")
            }
            if stream.width != variant.size.width || stream.height != variant.size.height {
                problems.append("\(name): \(stream.width ?? 0)x\(stream.height ?? 0) in the stream")
            }
            if variant.attributes["CLOSED-CAPTIONS"] != "NONE" {
                problems.append("\(name): CLOSED-CAPTIONS is not NONE")
            }
            if stream.rotation != 0 { problems.append("\(name): rotation is signaled") }
            problems += rateProblems(variant, stream)
        }
        return problems
    }

    private static func rateProblems(
        _ variant: PublishedPackage.Variant,
        _ stream: FFprobe.Stream
    ) -> [String] {
        let parts = (stream.averageFrameRate ?? "").split(separator: "/").compactMap { Double($0) }
        guard parts.count == 2, parts[1] > 0, let written = variant.frameRate else {
            return ["\(variant.track.name): no FRAME-RATE"]
        }
        let measured = parts[0] / parts[1]
        return abs(measured - written) < 0.001 * max(1, measured)
            ? [] : ["\(variant.track.name): FRAME-RATE \(written), measured \(measured)"]
    }

    /// Returns `avc1.640028` from the avcC box: profile, constraints, level (ISO/IEC 14496-15, 5.3.3.1).
    static func videoCodec(of initSegment: URL?) throws -> String {
        guard let initSegment else { throw PackageError("no init segment") }
        let bytes = try Data(contentsOf: initSegment)
        if let box = bytes.range(of: Data("hvcC".utf8)) {
            return hevcCodec(Array(bytes[box.upperBound...].prefix(13)))
        }
        guard let box = bytes.range(of: Data("avcC".utf8)), bytes.count > box.upperBound + 4 else {
            throw PackageError("\(initSegment.path): no avcC box")
        }
        let fields = bytes[box.upperBound + 1..<box.upperBound + 4]
        return "avc1." + fields.map { hexadecimal(Int($0)) }.joined()
    }

    /// Returns `hvc1.1.6.L93.90` from the hvcC box (ISO/IEC 14496-15, 8.3.3.1 and E.3), main profile space.
    private static func hevcCodec(_ record: [UInt8]) -> String {
        guard record.count == 13 else { return "" }
        let flags = record[2...5].flatMap { byte in (0..<8).map { byte >> (7 - $0) & 1 } }
        let compatibility = flags.reversed().reduce(0) { $0 << 1 | Int($1) }
        let constraints = record[6...11].map { String($0, radix: 16, uppercase: true) }
        let used = (constraints.lastIndex { $0 != "0" } ?? -1) + 1
        let tier = record[1] & 0x20 == 0 ? "L" : "H"
        return
            (["hvc1", "\(record[1] & 0x1F)", String(compatibility, radix: 16, uppercase: true)]
            + ["\(tier)\(record[12])"] + constraints.prefix(used)).joined(separator: ".")
    }

    private static func hexadecimal(_ value: Int) -> String {
        let digits = String(value, radix: 16)
        return digits.count < 2 ? "0" + digits : digits
    }
}
