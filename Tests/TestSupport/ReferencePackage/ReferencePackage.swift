public import Foundation

/// A package in the product's layout, made by the ffmpeg command, for tests of the checkers.
///
/// It has one rung, audio, I-frame playlists, a poster and a manifest, and at most one corruption.
public struct ReferencePackage {
    /// The value of the private tag.
    public static let privateTitle = "a position that is private"

    private let upload: URL
    private let timeline: UploadTimeline
    private let size: (width: Int, height: Int)
    private let rate: Int
    private let corruption: PackageCorruption?
    private let folder: URL

    /// Describes a package; the rung's size is in pixels, its rate in whole frames per second.
    public init(
        of upload: URL,
        _ timeline: UploadTimeline,
        size: (width: Int, height: Int),
        rate: Int,
        corruption: PackageCorruption? = nil,
        in folder: URL
    ) {
        self.upload = upload
        self.timeline = timeline
        self.size = size
        self.rate = rate
        self.corruption = corruption
        self.folder = folder
    }

    private var name: String { "\(min(size.width, size.height))p" }

    private var frameCount: Int { Int((timeline.duration * Double(rate)).rounded()) }

    /// The number of AAC packets of 1024 samples in the package.
    private var audioPacketCount: Int {
        Int(max(timeline.duration, Double(frameCount) / Double(rate)) * 48000 / 1024)
    }

    public func make() async throws -> PublishedPackage {
        let work = try TemporaryFolder("encoding")
        let video = try emptyFolder("video/\(name)")
        let encoded = try await encodedVideo(in: work)
        // The last frame of ffmpeg's file has no duration: the file has one frame more.
        try ReferenceTrack(
            folder: video,
            frame: 1 / Double(rate),
            segmentFrames: (corruption == .betweenKeyframes ? 1 : 6) * rate,
            groupFrames: 2 * rate,
            hasWideKeyframes: corruption == .wideKeyframes
        ).write(initSegment: encoded.initSegment, encoded.fragments.dropLast())
        if let audio = timeline.audio {
            let audio = try await encodedAudio(audio, in: work)
            try ReferenceTrack(
                folder: emptyFolder("audio/und"),
                frame: 1024.0 / 48000,
                segmentFrames: 281,
                groupFrames: 281,
                hasWideKeyframes: true
            ).write(initSegment: audio.initSegment, audio.fragments.prefix(audioPacketCount))
        }
        if corruption == .corruptSegment { try corrupt(video.appending(path: "00000.m4s")) }
        if corruption == .wrongDuration { try lengthen(video.appending(path: "playlist.m3u8")) }
        try ReferenceMultivariantPlaylist(folder: folder, rung: name, size: size, rate: rate)
            .write(hasAudio: timeline.audio != nil, corruption)
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
            ["-vf", (filters + (corruption?.videoFilters ?? [])).joined(separator: ",")]
                + ["-c:v", "libx264", "-preset", "veryfast", "-crf", "20", "-bf", "0"]
                + ["-g", "\(2 * rate)", "-keyint_min", "\(2 * rate)", "-sc_threshold", "0"]
                + ["-fps_mode", "passthrough", "-frames:v", "\(frameCount + 1)"]
                + ["-video_track_timescale", "\(1000 * rate)"]
        )
    }

    private func encodedAudio(
        _ stream: FFprobe.Stream,
        in work: TemporaryFolder
    ) async throws -> FragmentedFile {
        let filters = [
            "asetpts=PTS-(\(timeline.zero))/TB", "aresample=48000:async=1:first_pts=0", "apad",
        ]
        return try await encoded(
            stream.index,
            to: work.file("audio.mp4"),
            ["-af", (filters + (corruption?.audioFilters ?? [])).joined(separator: ",")]
                // The first packet is the encoder's priming.
                + ["-c:a", "aac", "-b:a", "128k", "-ac", "2", "-bsf:a", "noise=drop=eq(n\\,0)"]
                // FFmpeg 5.1 counts packets of the encoder, 7.1 frames given to it: more than are used.
                + ["-frames:a", "\(audioPacketCount + 3)"]
        )
    }

    private func encoded(
        _ stream: Int,
        to file: URL,
        _ options: [String]
    ) async throws -> FragmentedFile {
        let tags =
            corruption == .privateTag
            ? ["-metadata", "title=\(Self.privateTitle)"] : ["-map_metadata", "-1"]
        try await FFmpeg.run(
            ["-copyts", "-i", FFprobe.path(upload), "-map", "0:\(stream)", "-map_chapters", "-1"]
                + options + tags
                + ["-avoid_negative_ts", "disabled", "-movflags", "cmaf+frag_every_frame"]
                + ["-f", "mp4", FFprobe.path(file)]
        )
        return try FragmentedFile(file)
    }

    /// Makes the poster from the encoded video.
    private func makePoster(in work: TemporaryFolder) async throws {
        let filters = ["thumbnail"] + (corruption?.posterFilters ?? [])
        try await FFmpeg.run(
            ["-i", FFprobe.path(work.file("video.mp4")), "-vf", filters.joined(separator: ",")]
                + ["-frames:v", "1"]
                + [FFprobe.path(try emptyFolder("thumbnails").appending(path: "poster.jpg"))]
        )
    }

    private func corrupt(_ segment: URL) throws {
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
