public import Foundation

/// An upload of tests, with its known properties.
public struct TestUpload: Sendable, CustomStringConvertible {
    public let url: URL
    /// The corpus's entry; `nil` for clips without a corpus, which must all be accepted.
    public let entry: CorpusEntry?

    public init(url: URL, entry: CorpusEntry? = nil) {
        self.url = url
        self.entry = entry
    }

    public var name: String { url.lastPathComponent }
    public var description: String { name }
    public var allowed: Set<CorpusEntry.Expectation> { entry?.allowed ?? [.accept] }

    /// Whether a package is the only correct result.
    public var mustBeAccepted: Bool { allowed == [.accept] }

    /// Whether `VideoChecker` can compare the frames: those of HDR are tone-mapped.
    public var isStandardRange: Bool { (entry?.hdr ?? "none") == "none" }

    /// Whether the upload has audio, or may have.
    public var hasAudio: Bool { !(entry?.audio?.isEmpty ?? false) }

    /// Whether the audio is AMR, of which ffmpeg drops frames (see `AudioSamples`).
    public var isAMR: Bool {
        entry?.audio?.contains { $0.codec?.hasPrefix("amr") ?? false } ?? false
    }

    /// Whether the upload is below 1 MiB, for repeated encoding.
    public var isSmall: Bool { byteCount < 1 << 20 }

    /// Whether the upload lasts at least 2 s with at least 200 kb/s, so that corruptions are visible.
    public var isLively: Bool {
        guard let seconds = entry?.duration else { return true }
        return seconds >= 2 && Double(byteCount) * 8 / seconds >= 200_000
    }

    private var byteCount: Int {
        let size = try? FileManager.default.attributesOfItem(atPath: url.path)[.size] as? NSNumber
        return size?.intValue ?? .max
    }

    /// The possible durations of a package, in seconds: measured by ffprobe, or those of the entry,
    /// from 0 or from the start (the entry may include subtitles).
    public func durations(_ timeline: UploadTimeline) -> [Double] {
        guard let entry, let listed = entry.duration else { return [timeline.duration] }
        return [timeline.duration, listed, listed - (entry.start ?? 0)]
    }

    /// The display size in pixels; `nil` without video.
    public func displaySize(_ timeline: UploadTimeline) -> (width: Int, height: Int)? {
        guard let width = entry?.displayWidth, let height = entry?.displayHeight else {
            return entry == nil ? timeline.displaySize : nil
        }
        return (width, height)
    }
}
