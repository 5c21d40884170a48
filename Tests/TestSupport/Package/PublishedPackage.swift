public import Foundation

/// A package, read from its multivariant playlist.
public struct PublishedPackage: Sendable {
    /// One EXT-X-STREAM-INF with its playlist.
    public struct Variant: Sendable {
        /// Tag attributes, quotes removed.
        public let attributes: [String: String]
        public let track: PublishedTrack

        public var bandwidth: Int { Int(attributes["BANDWIDTH"] ?? "") ?? 0 }
        public var averageBandwidth: Int { Int(attributes["AVERAGE-BANDWIDTH"] ?? "") ?? 0 }
        public var codecs: String { attributes["CODECS"] ?? "" }
        /// Frames per second, as written.
        public var frameRate: Double? { attributes["FRAME-RATE"].flatMap(Double.init) }
        public var size: (width: Int, height: Int) {
            let sides = (attributes["RESOLUTION"] ?? "").split(separator: "x").compactMap {
                Int($0)
            }
            return sides.count == 2 ? (sides[0], sides[1]) : (0, 0)
        }
    }

    public let folder: URL
    public let variants: [Variant]
    /// The tracks of EXT-X-MEDIA of type AUDIO, the default one first; the variant of an audio-only package.
    public let audio: [PublishedTrack]
    /// The attributes of EXT-X-MEDIA of type SUBTITLES, quotes removed.
    public let captions: [[String: String]]
    /// The tracks of EXT-X-I-FRAME-STREAM-INF.
    public let iframes: [PublishedTrack]

    /// The variants with video, the largest first.
    public var rungs: [Variant] {
        variants.filter { $0.attributes["RESOLUTION"] != nil }
            .sorted { $0.size.width * $0.size.height > $1.size.width * $1.size.height }
    }

    /// Reads `master.m3u8` and every playlist that it names.
    public init(_ folder: URL) throws {
        self.folder = folder
        let master = folder.appending(path: "master.m3u8")
        var variants: [Variant] = []
        var audio: [(isDefault: Bool, track: PublishedTrack)] = []
        var captions: [[String: String]] = []
        var iframes: [PublishedTrack] = []
        var pending: [String: String]?
        let lines = PlaylistLine.all(of: try String(contentsOf: master, encoding: .utf8))
        for (line, text) in lines {
            guard let line else {
                guard !text.hasPrefix("#"), let attributes = pending else { continue }
                let track = try PublishedTrack(playlist: folder.appending(path: text))
                variants.append(Variant(attributes: attributes, track: track))
                pending = nil
                continue
            }
            let attributes = line.attributes
            let address = attributes["URI"].map { folder.appending(path: $0) }
            switch (line.tag, attributes["TYPE"], address) {
            case ("#EXT-X-STREAM-INF", _, _): pending = attributes
            case ("#EXT-X-I-FRAME-STREAM-INF", _, let address?):
                iframes.append(try PublishedTrack(playlist: address))
            case ("#EXT-X-MEDIA", "AUDIO", let address?):
                let isDefault = attributes["DEFAULT"] == "YES"
                audio.append((isDefault, try PublishedTrack(playlist: address)))
            case ("#EXT-X-MEDIA", "SUBTITLES", _): captions.append(attributes)
            default: break
            }
        }
        if audio.isEmpty {
            // An audio-only package has no group.
            audio = variants.filter { $0.attributes["RESOLUTION"] == nil }.map { (true, $0.track) }
        }
        self.captions = captions
        self.variants = variants
        self.audio =
            audio.filter(\.isDefault).map(\.track)
            + audio.filter { !$0.isDefault }.map(\.track)
        self.iframes = iframes
        guard !variants.isEmpty else { throw PackageError("\(master.path): no variant") }
    }

    /// The paths of all files, relative to the package's folder.
    public var files: [String] {
        FileTree.files(in: folder)
    }
}
