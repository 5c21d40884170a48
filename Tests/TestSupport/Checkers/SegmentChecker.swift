import Foundation

/// Checks that a player can start with any segment and the init segment.
public enum SegmentChecker {
    /// The NAL unit type of a slice of an IDR picture (ITU-T H.264, table 7-1); other slices are 1.
    private static let idr = 5
    /// IDR_W_RADL and IDR_N_LP (ITU-T H.265, table 7-1).
    private static let hevcIDR: Set<Int?> = [19, 20]
    private static let slices: Set<Int> = [1, 2, 3, 4, 5]

    /// Checks the first coded picture of every segment, and decodes the middle and the last segment alone.
    public static func problems(in package: PublishedPackage) async throws -> [String] {
        var problems: [String] = []
        for variant in package.rungs {
            let track = variant.track
            for (index, segment) in track.segments.enumerated() {
                let isHEVC = variant.codecs.hasPrefix("hvc1")
                let first = isHEVC ? firstUnit(of: segment.url) : firstSlice(of: segment.url)
                if !(isHEVC ? hevcIDR : [idr]).contains(first) {
                    problems.append("\(track.name): segment \(index) does not start with an IDR")
                }
            }
            // The first segment is decoded with the rung.
            let sampled = Set([track.segments.count / 2, track.segments.count - 1])
            for index in sampled.sorted() where index > 0 {
                problems += try await decodingProblems(of: index, in: variant)
            }
        }
        return problems
    }

    private static func decodingProblems(
        of index: Int,
        in variant: PublishedPackage.Variant
    ) async throws -> [String] {
        let (track, segment) = (variant.track, variant.track.segments[index])
        let folder = try TemporaryFolder("segment")
        let (file, table) = (folder.file("alone.mp4"), folder.file("frames"))
        let start = try track.initSegment.map { try Data(contentsOf: $0) } ?? Data()
        let bytes = try start + Data(contentsOf: segment.url)
        try bytes.write(to: file)
        let errorLines = try await FFmpeg.errorLines(
            ["-xerror", "-copyts", "-i", FFprobe.path(file)]
                + ["-fps_mode", "passthrough", "-f", "framecrc", FFprobe.path(table)]
        )
        var problems = errorLines.prefix(2).map { "\(track.name): segment \(index) alone: \($0)" }
        let text = (try? String(contentsOf: table, encoding: .utf8)) ?? ""
        let count = text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }.count
        let expected = Int((segment.duration * (variant.frameRate ?? 0)).rounded())
        if count != expected {
            problems.append("\(track.name): segment \(index) alone: \(count) of \(expected) frames")
        }
        return problems
    }

    /// Returns the NAL unit type of the first unit of HEVC.
    ///
    /// Segments of `hvc1` have no parameter sets (ISO/IEC 14496-15, 8.4.1.1.1).
    static func firstUnit(of segment: URL) -> Int? {
        guard let fragment = try? FragmentedFile(segment).fragments.first else { return nil }
        let bytes = [UInt8](fragment)
        guard bytes.count > 4 else { return nil }
        // After moof, the header of mdat, and a length.
        let position = bytes[..<4].reduce(0) { $0 << 8 | Int($1) } + 8 + 4
        return position < bytes.count ? Int(bytes[position] >> 1 & 0x3F) : nil
    }

    /// Returns the NAL unit type of the first slice; `nil` if there is none.
    ///
    /// Units have lengths of 4 bytes, as avcC requires (ISO/IEC 14496-15, 5.3.3.1).
    static func firstSlice(of segment: URL) -> Int? {
        // A file without boxes has no slices.
        guard let fragment = try? FragmentedFile(segment).fragments.first else { return nil }
        let bytes = [UInt8](fragment)
        func length(at position: Int) -> Int {
            bytes[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
        }
        var position = length(at: 0) + 8  // after moof and the header of mdat
        while position + 5 <= bytes.count {
            let type = Int(bytes[position + 4] & 0x1F)
            if slices.contains(type) { return type }
            position += 4 + length(at: position)
        }
        return nil
    }
}
