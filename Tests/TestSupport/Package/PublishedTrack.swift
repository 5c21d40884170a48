public import Foundation

/// One rung or one sound track of a package: a folder with a media playlist and its files.
public struct PublishedTrack: Sendable {
    /// A segment as its playlist lists it.
    public struct Segment: Sendable {
        public let url: URL
        /// Seconds (EXTINF).
        public let duration: Double
        /// Where its bytes lie in the file; `nil` for the whole file.
        public let range: Range<Int>?
        public let byteCount: Int
    }

    public let playlist: URL
    /// `nil`: MPEG-TS, whose segments begin with their tables.
    public let initSegment: URL?
    public let segments: [Segment]
    /// Seconds (EXT-X-TARGETDURATION).
    public let targetDuration: Int
    /// Every tag, without its value.
    public let tags: Set<String>

    /// `1080p`, `und`: the folder's name.
    public var name: String { folder.lastPathComponent }
    public var folder: URL { playlist.deletingLastPathComponent() }
    /// Seconds: the sum of EXTINF.
    public var duration: Double { segments.reduce(0) { $0 + $1.duration } }
    public var byteCount: Int { segments.reduce(0) { $0 + $1.byteCount } }

    /// Reads a media playlist.
    ///
    /// - Throws: Also where a file that it lists is not there.
    public init(playlist: URL) throws {
        self.playlist = playlist
        var initSegment: URL?
        var target = 0
        var seconds: Double?
        var range: Range<Int>?
        var lastEnd = 0
        var tags: Set<String> = []
        var segments: [Segment] = []
        let lines = PlaylistLine.all(of: try String(contentsOf: playlist, encoding: .utf8))
        for (line, text) in lines {
            guard let line else {
                guard !text.hasPrefix("#"), let duration = seconds else { continue }
                let url = playlist.deletingLastPathComponent().appending(path: text)
                let size = try Self.byteCount(of: url)
                segments.append(
                    Segment(
                        url: url,
                        duration: duration,
                        range: range,
                        byteCount: range?.count ?? size
                    )
                )
                (seconds, range) = (nil, nil)
                continue
            }
            tags.insert(line.tag)
            switch line.tag {
            case "#EXT-X-MAP":
                initSegment = line.attributes["URI"].map {
                    playlist.deletingLastPathComponent().appending(path: $0)
                }
            case "#EXT-X-TARGETDURATION": target = Int(line.value) ?? 0
            case "#EXTINF": seconds = line.value.split(separator: ",").first.flatMap { Double($0) }
            case "#EXT-X-BYTERANGE":
                let parts = line.value.split(separator: "@").compactMap { Int($0) }
                guard let length = parts.first, length >= 0 else { continue }
                let start = parts.count == 2 ? parts[1] : lastEnd
                range = start..<start + length
                lastEnd = start + length
            default: break
            }
        }
        self.initSegment = initSegment
        self.segments = segments
        self.tags = tags
        targetDuration = target
    }

    /// Seconds that its clock shows at the start of the package: MPEG-TS starts at 10 s.
    public var clock: Double { initSegment == nil ? 10 : 0 }

    /// Writes the init segment and all segments one after the other, as a player would append them.
    public func joined(into folder: URL) throws -> URL {
        let suffix = initSegment == nil ? "ts" : "mp4"
        let file = folder.appending(path: "\(name)-\(playlist.lastPathComponent).\(suffix)")
        var bytes = try initSegment.map { try Data(contentsOf: $0) } ?? tables()
        for segment in segments {
            let data = try Data(contentsOf: segment.url)
            guard let range = segment.range else {
                bytes.append(data)
                continue
            }
            guard range.upperBound <= data.count else {
                throw PackageError("\(segment.url.path): no bytes \(range)")
            }
            bytes.append(data[range])
        }
        try bytes.write(to: file)
        return file
    }

    /// What a decoder can be given at once: all of it, or of MPEG-TS each range by itself, since counters jump in between.
    func playable(into folder: URL) throws -> [URL] {
        guard initSegment == nil else { return [try joined(into: folder)] }
        return try segments.enumerated().map { index, segment in
            let bytes = try Data(contentsOf: segment.url)
            let file = folder.appending(path: "\(name)-\(index).ts")
            let range = segment.range.map { bytes[$0] } ?? bytes[...]
            try (tables() + range).write(to: file)
            return file
        }
    }

    /// What stands before the first range of a file of MPEG-TS, which an I-frame playlist leaves out (RFC 8216, 4.3.3.6).
    private func tables() throws -> Data {
        guard let first = segments.first, let range = first.range else { return Data() }
        return try Data(contentsOf: first.url).prefix(range.lowerBound)
    }

    private static func byteCount(of file: URL) throws -> Int {
        let size = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? NSNumber
        return size?.intValue ?? 0
    }
}
