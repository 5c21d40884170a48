public import Foundation

/// A package in the product's layout made by the ffmpeg command: what the judges are tried on.
///
/// One rung, sound, I-frame playlist, poster and manifest; right unless spoiled.
public struct LookAlikePackage {
    /// What a package with a private tag gives away.
    public static let privateTitle = "a place that nobody should know"

    private let upload: URL
    private let timeline: UploadTimeline
    private let size: (width: Int, height: Int)
    private let rate: Int
    private let spoiling: Spoiling?
    private let folder: URL

    /// The only rung's size is in pixels, its rate in whole frames per second.
    public init(
        of upload: URL,
        _ timeline: UploadTimeline,
        size: (width: Int, height: Int),
        rate: Int,
        spoiling: Spoiling? = nil,
        in folder: URL
    ) {
        self.upload = upload
        self.timeline = timeline
        self.size = size
        self.rate = rate
        self.spoiling = spoiling
        self.folder = folder
    }

    private var name: String { "\(min(size.width, size.height))p" }

    private var frameCount: Int { Int((timeline.duration * Double(rate)).rounded()) }

    /// The number of whole AAC packets, of 1024 samples each, that the package lasts.
    private var soundPacketCount: Int {
        Int(max(timeline.duration, Double(frameCount) / Double(rate)) * 48000 / 1024)
    }

    public func make() async throws -> PublishedPackage {
        let work = try TemporaryFolder("encoding")
        let video = try emptyFolder("video/\(name)")
        let picture = try await encodedVideo(in: work)
        // The last frame of ffmpeg's file lasts no time: one more than wanted was made.
        try LookAlikeTrack(
            folder: video,
            frame: 1 / Double(rate),
            segmentFrames: (spoiling == .betweenKeyframes ? 1 : 6) * rate,
            groupFrames: 2 * rate,
            hasWideKeyframes: spoiling == .wideKeyframes
        ).write(initSegment: picture.initSegment, picture.fragments.dropLast())
        if let audio = timeline.audio {
            let audio = try await encodedSound(audio, in: work)
            try LookAlikeTrack(
                folder: emptyFolder("audio/und"),
                frame: 1024.0 / 48000,
                segmentFrames: 281,
                groupFrames: 281,
                hasWideKeyframes: true
            ).write(initSegment: audio.initSegment, audio.fragments.prefix(soundPacketCount))
        }
        if spoiling == .damagedSegment { try corruption(video.appending(path: "00000.m4s")) }
        if spoiling == .wrongDuration { try lengthen(video.appending(path: "playlist.m3u8")) }
        try LookAlikeText(folder: folder, rung: name, size: size, rate: rate)
            .write(hasAudio: timeline.audio != nil, spoiling)
        try await makePoster(in: work)
        try await writeManifest()
        return try PublishedPackage(folder)
    }

    private func emptyFolder(_ path: String) throws -> URL {
        let url = folder.appending(path: path)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        return url
    }

    private func encodedVideo(in work: TemporaryFolder) async throws -> FragmentedFile {
        let filters = [
            "yadif=deint=interlaced", "setpts=PTS-(\(timeline.zero))/TB",
            "fps=\(rate):start_time=0", "tpad=stop_mode=clone:stop_duration=60",
            "scale=\(size.width):\(size.height):out_color_matrix=bt709:out_range=tv",
            "setsar=1", "format=yuv420p",
        ]
        return try await encoded(
            timeline.video?.index ?? 0,
            to: work.file("video.mp4"),
            ["-vf", (filters + (spoiling?.videoFilters ?? [])).joined(separator: ",")]
                + ["-c:v", "libx264", "-preset", "veryfast", "-crf", "20", "-bf", "0"]
                + ["-g", "\(2 * rate)", "-keyint_min", "\(2 * rate)", "-sc_threshold", "0"]
                + ["-fps_mode", "passthrough", "-frames:v", "\(frameCount + 1)"]
                + ["-video_track_timescale", "\(1000 * rate)"]
        )
    }

    private func encodedSound(
        _ stream: FFprobe.Stream,
        in work: TemporaryFolder
    ) async throws -> FragmentedFile {
        let filters = [
            "asetpts=PTS-(\(timeline.zero))/TB", "aresample=48000:async=1:first_pts=0", "apad",
        ]
        return try await encoded(
            stream.index,
            to: work.file("audio.mp4"),
            ["-af", (filters + (spoiling?.audioFilters ?? [])).joined(separator: ",")]
                // The first packet is the encoder's priming.
                + ["-c:a", "aac", "-b:a", "128k", "-ac", "2", "-bsf:a", "noise=drop=eq(n\\,0)"]
                // FFmpeg 5.1 counts what the encoder gives, 7.1 what it takes, which is fewer: more than are used.
                + ["-frames:a", "\(soundPacketCount + 3)"]
        )
    }

    private func encoded(
        _ stream: Int,
        to file: URL,
        _ options: [String]
    ) async throws -> FragmentedFile {
        let tags =
            spoiling == .privateTag
            ? ["-metadata", "title=\(Self.privateTitle)"] : ["-map_metadata", "-1"]
        try await FFmpeg.run(
            ["-copyts", "-i", FFprobe.path(upload), "-map", "0:\(stream)", "-map_chapters", "-1"]
                + options + tags
                + ["-avoid_negative_ts", "disabled", "-movflags", "cmaf+frag_every_frame"]
                + ["-f", "mp4", FFprobe.path(file)]
        )
        return try FragmentedFile(file)
    }

    /// A picture of the encoded video.
    private func makePoster(in work: TemporaryFolder) async throws {
        let filters = ["thumbnail"] + (spoiling?.posterFilters ?? [])
        try await FFmpeg.run(
            ["-i", FFprobe.path(work.file("video.mp4")), "-vf", filters.joined(separator: ",")]
                + ["-frames:v", "1"]
                + [FFprobe.path(try emptyFolder("thumbnails").appending(path: "poster.jpg"))]
        )
    }

    private func corruption(_ segment: URL) throws {
        var bytes = try Data(contentsOf: segment)
        let middle = bytes.count / 2
        bytes.replaceSubrange(middle..<min(middle + 2000, bytes.count), with: Data(count: 2000))
        try bytes.write(to: segment)
    }

    private func lengthen(_ playlist: URL) throws {
        let text = try String(contentsOf: playlist, encoding: .utf8)
        try text.replacing(/#EXTINF:\d+\.\d/, with: "#EXTINF:5.5").write(
            to: playlist,
            atomically: true,
            encoding: .utf8
        )
    }

    private func writeManifest() async throws {
        let files = FileTree.files(in: folder)
        let hashes = try await FileTree.sha256(files, in: folder)
        let entries: [[String: Any]] = try files.map { file in
            let bytes = try Data(contentsOf: folder.appending(path: file)).count
            return ["path": file, "bytes": bytes, "sha256": hashes[file] ?? ""]
        }
        try JSONSerialization.data(withJSONObject: ["files": entries])
            .write(to: folder.appending(path: "manifest.json"))
    }
}
