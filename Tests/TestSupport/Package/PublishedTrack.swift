public import Foundation

/// One rung or one audio track of a package: a folder with a media playlist and its files.
public struct PublishedTrack: Sendable {
    /// A segment as its playlist lists it.
    public struct Segment: Sendable {
        public let url: URL
        /// EXTINF, in seconds.
        public let duration: Double
        /// The byte range in the file; `nil` for the whole file.
        public let range: Range<Int>?
        public let byteCount: Int
    }

    public let playlist: URL
    /// The init segment; `nil` for MPEG-TS, whose segments begin with PAT and PMT.
    public let initSegment: URL?
    public let segments: [Segment]
    /// EXT-X-TARGETDURATION, in seconds.
    public let targetDuration: Int
    /// All tags, without values.
    public let tags: Set<String>

    /// The folder's name, such as `1080p` or `und`.
    public var name: String { folder.lastPathComponent }
    public var folder: URL { playlist.deletingLastPathComponent() }
    /// The sum of EXTINF, in seconds.
    public var duration: Double { segments.reduce(0) { $0 + $1.duration } }
    public var byteCount: Int { segments.reduce(0) { $0 + $1.byteCount } }

    /// Reads a media playlist.
    ///
    /// - Throws: An error also if a listed file is missing.
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

    /// The time of the track's clock at the start of the package, in seconds: 10 for MPEG-TS.
    public var clock: Double { initSegment == nil ? 10 : 0 }

    /// Writes the init segment and all segments to one file, as players append them.
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

    /// Returns files for decoders: one of the whole track, or one of each range of MPEG-TS, whose continuity counters differ.
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

    /// Returns the bytes before the first range of MPEG-TS, which I-frame playlists omit (RFC 8216, 4.3.3.6).
    private func tables() throws -> Data {
        guard let first = segments.first, let range = first.range else { return Data() }
        return try Data(contentsOf: first.url).prefix(range.lowerBound)
    }

    private static func byteCount(of file: URL) throws -> Int {
        let size = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? NSNumber
        return size?.intValue ?? 0
    }
}
