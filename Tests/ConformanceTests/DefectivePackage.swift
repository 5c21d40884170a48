import Foundation
import TestSupport

/// A package of ffmpeg, of three segments of 2 s, in which a test changes one thing.
struct DefectivePackage {
    enum Kind: CaseIterable {
        case fragmentedMP4, transportStream, packedAudio

        var suffix: String {
            switch self {
            case .fragmentedMP4: "m4s"
            case .transportStream: "ts"
            case .packedAudio: "aac"
            }
        }

        var hasVideo: Bool { self != .packedAudio }
    }

    let folder: TemporaryFolder

    private static let originals = Dictionary(
        uniqueKeysWithValues: Kind.allCases.map { kind in
            (kind, Task { try await original(kind) })
        })

    init(_ kind: Kind = .fragmentedMP4) async throws {
        folder = try TemporaryFolder("defects")
        guard let original = try await Self.originals[kind]?.value else { return }
        for name in try FileManager.default.contentsOfDirectory(atPath: original.path) {
            try FileManager.default.copyItem(
                at: original.appending(path: name), to: folder.file(name))
        }
    }

    var path: String { folder.url.path }

    func bytes(of name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.file(name)))
    }

    func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: folder.file(name))
    }

    func write(_ text: String, to name: String) throws { try write(Array(text.utf8), to: name) }

    /// Replaces the first match of a regular expression.
    func replace(_ pattern: String, with other: String, in name: String) throws -> Bool {
        let old = try String(contentsOf: folder.file(name), encoding: .utf8)
        guard let range = old.range(of: pattern, options: .regularExpression) else { return false }
        try write(old.replacingCharacters(in: range, with: other), to: name)
        return true
    }

    /// Adds a second variant with another playlist, which is a copy of the first one's.
    func addVariant(_ name: String) throws {
        let list = try String(contentsOf: folder.file("master.m3u8"), encoding: .utf8)
        let variant = list.firstMatch(of: /#EXT-X-STREAM-INF.*\n/)?.output ?? ""
        try write(list + "\n\(variant)\(name)\n", to: "master.m3u8")
        try write(bytes(of: "video.m3u8"), to: name)
    }

    /// Changes the first four characters of this kind in a file.
    func rename(box: String, to other: String, in name: String) throws -> Bool {
        var data = try Data(contentsOf: folder.file(name))
        guard let range = data.range(of: Data(box.utf8)) else { return false }
        data.replaceSubrange(range, with: Data(other.utf8))
        try data.write(to: folder.file(name))
        return true
    }
}

extension DefectivePackage {
    private static func original(_ kind: Kind) async throws -> URL {
        let folder = try TemporaryFolder.untilExit("package")
        switch kind {
        case .fragmentedMP4:
            try await encode(
                ["-f", "lavfi", "-i", source], ["-hls_segment_type", "fmp4"], folder, kind)
        case .transportStream:
            try await encode(
                ["-f", "lavfi", "-i", source, "-f", "lavfi", "-i", "sine=duration=6:r=48000"], [],
                folder, kind)
        case .packedAudio: try await encodeAudio(folder)
        }
        let sizes = try (0..<3).map { number in
            try Data(contentsOf: folder.appending(path: "\(number).\(kind.suffix)")).count
        }
        try multivariant(kind, sizes).write(
            to: folder.appending(path: "master.m3u8"), atomically: true, encoding: .utf8)
        guard kind.hasVideo else { return folder }
        let map = kind == .fragmentedMP4 ? "#EXT-X-MAP:URI=\"init.mp4\"\n" : ""
        let ranges = sizes.enumerated().map { number, size in
            "#EXTINF:2.000000,\n#EXT-X-BYTERANGE:\(size)@0\n\(number).\(kind.suffix)\n"
        }
        try """
        #EXTM3U
        #EXT-X-VERSION:7
        #EXT-X-TARGETDURATION:2
        #EXT-X-PLAYLIST-TYPE:VOD
        #EXT-X-I-FRAMES-ONLY
        \(map)\(ranges.joined())#EXT-X-ENDLIST

        """.write(
            to: folder.appending(path: "iframes.m3u8"), atomically: true, encoding: .utf8)
        return folder
    }

    private static let source = "testsrc2=size=320x180:rate=25:duration=6"

    private static func encode(
        _ inputs: [String], _ options: [String], _ folder: URL, _ kind: Kind
    ) async throws {
        try await FFmpeg.run(
            inputs + ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-bf", "0"]
                + [
                    "-g", "50", "-keyint_min", "50", "-sc_threshold", "0", "-c:a", "aac", "-f",
                    "hls",
                ]
                + ["-hls_time", "2", "-hls_playlist_type", "vod"] + options
                + ["-hls_segment_filename", folder.appending(path: "%d.\(kind.suffix)").path]
                + [folder.appending(path: "video.m3u8").path])
    }

    /// Packed audio of ADTS frames; each segment begins with an ID3 tag (RFC 8216, 3.4).
    private static func encodeAudio(_ folder: URL) async throws {
        var list = "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:2\n#EXT-X-PLAYLIST-TYPE:VOD\n"
        for number in 0..<3 {
            let file = folder.appending(path: "\(number).aac")
            try await FFmpeg.run(
                ["-f", "lavfi", "-i", "sine=duration=2:r=48000", "-c:a", "aac", "-f", "adts"]
                    + [file.path])
            let frames = try Data(contentsOf: file)
            let ticks = UInt64(number * 180_000).bigEndian
            let owner = Data("com.apple.streaming.transportStreamTimestamp\0".utf8)
            let content = owner + withUnsafeBytes(of: ticks) { Data($0) }
            let frame = Data("PRIV".utf8) + [0, 0, 0, UInt8(content.count), 0, 0] + content
            let tag = Data("ID3".utf8) + [4, 0, 0, 0, 0, 0, UInt8(frame.count)] + frame
            try (tag + frames).write(to: file)
            list += "#EXTINF:2.000,\n\(number).aac\n"
        }
        try (list + "#EXT-X-ENDLIST\n").write(
            to: folder.appending(path: "video.m3u8"), atomically: true, encoding: .utf8)
    }

    private static func multivariant(_ kind: Kind, _ sizes: [Int]) -> String {
        let codecs =
            switch kind {
            case .fragmentedMP4: "avc1.42c00c"
            case .transportStream: "avc1.42c00c,mp4a.40.2"
            case .packedAudio: "mp4a.40.2"
            }
        let size = kind.hasVideo ? ",RESOLUTION=320x180" : ""
        let peak = (sizes.max() ?? 0) * 4 + 1
        let average = sizes.reduce(0, +) * 8 / 6
        let iFrames =
            kind.hasVideo
            ? "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=\(peak),CODECS=\"avc1.42c00c\"\(size),URI=\"iframes.m3u8\"\n"
            : ""
        return """
            #EXTM3U
            #EXT-X-INDEPENDENT-SEGMENTS
            #EXT-X-STREAM-INF:BANDWIDTH=\(peak),AVERAGE-BANDWIDTH=\(average),CODECS="\(codecs)"\(size)\(kind.hasVideo ? ",FRAME-RATE=25.000" : "")
            video.m3u8
            \(iFrames)
            """
    }
}
