public import Foundation

/// A file that tests give to the product, with what is known of it beforehand.
public struct TestUpload: Sendable, CustomStringConvertible {
    public let url: URL
    /// `nil` for clips that have no list of info beside them; those must all be accepted.
    public let entry: CorpusEntry?

    public init(url: URL, entry: CorpusEntry? = nil) {
        self.url = url
        self.entry = entry
    }

    public var name: String { url.lastPathComponent }
    public var description: String { name }
    public var allowed: Set<CorpusEntry.Expectation> { entry?.allowed ?? [.accept] }

    /// True where nothing but a package is right.
    public var mustBeAccepted: Bool { allowed == [.accept] }

    /// True for what the picture judge can compare as it is: tone mapping is a matter of taste.
    public var isStandardRange: Bool { (entry?.hdr ?? "none") == "none" }

    /// False only where it is known that there is none.
    public var hasAudio: Bool { !(entry?.audio?.isEmpty ?? false) }

    /// True where ffmpeg itself loses sound (see `AudioSamples`).
    public var isSpeechCoded: Bool {
        entry?.audio?.contains { $0.codec?.hasPrefix("amr") ?? false } ?? false
    }

    /// Below a megabyte: quick to work on several times.
    public var isSmall: Bool { byteCount < 1 << 20 }

    /// Lasts 2 s at least, with 200 kb/s at least: in a still or a silence nothing can be spoiled.
    public var isLively: Bool {
        guard let seconds = entry?.duration else { return true }
        return seconds >= 2 && Double(byteCount) * 8 / seconds >= 200_000
    }

    private var byteCount: Int {
        let size = try? FileManager.default.attributesOfItem(atPath: url.path)[.size] as? NSNumber
        return size?.intValue ?? .max
    }

    /// Seconds that a package of it may last: what ffprobe measures of picture and sound, or what
    /// the list says, counted from 0 or from the start (its figure may include subtitles).
    public func durations(_ timeline: UploadTimeline) -> [Double] {
        guard let entry, let listed = entry.duration else { return [timeline.duration] }
        return [timeline.duration, listed, listed - (entry.start ?? 0)]
    }

    /// Pixels as shown: rotated, square; `nil` without a picture.
    public func displaySize(_ timeline: UploadTimeline) -> (width: Int, height: Int)? {
        guard let width = entry?.displayWidth, let height = entry?.displayHeight else {
            return entry == nil ? timeline.displaySize : nil
        }
        return (width, height)
    }
}
