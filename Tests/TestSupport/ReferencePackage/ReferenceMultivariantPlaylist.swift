import Foundation

/// The multivariant playlist of a reference package.
struct ReferenceMultivariantPlaylist {
    let folder: URL
    let rung: String
    let size: (width: Int, height: Int)
    let rate: Int

    func write(hasAudio: Bool, _ corruption: PackageCorruption?) throws {
        let video = try PublishedTrack(
            playlist: folder.appending(path: "video/\(rung)/playlist.m3u8")
        )
        let audio =
            hasAudio
            ? try PublishedTrack(playlist: folder.appending(path: "audio/und/playlist.m3u8")) : nil
        let text = try master(video, audio)
        try (corruption?.rewrite(master: text) ?? text).write(
            to: folder.appending(path: "master.m3u8"),
            atomically: true,
            encoding: .utf8
        )
    }

    private func master(_ video: PublishedTrack, _ audio: PublishedTrack?) throws -> String {
        let peak = BandwidthChecker.peak(of: video) + (audio.map(BandwidthChecker.peak) ?? 0)
        let average =
            BandwidthChecker.average(of: video) + (audio.map(BandwidthChecker.average) ?? 0)
        let codec = try CodecChecker.videoCodec(of: video.initSegment)
        let group = audio == nil ? "" : ",AUDIO=\"audio\""
        let rendition =
            "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"audio\",NAME=\"und\",DEFAULT=YES,"
            + "URI=\"audio/und/playlist.m3u8\"\n"
        let resolution = "RESOLUTION=\(size.width)x\(size.height)"
        return "#EXTM3U\n" + (audio == nil ? "" : rendition)
            + "#EXT-X-STREAM-INF:BANDWIDTH=\(Int(peak.rounded(.up))),"
            + "AVERAGE-BANDWIDTH=\(Int(average.rounded(.up))),"
            + "CODECS=\"\(codec)\(audio == nil ? "" : ",mp4a.40.2")\",\(resolution),"
            + "FRAME-RATE=\(rate).000,CLOSED-CAPTIONS=NONE\(group)\n"
            + "video/\(rung)/playlist.m3u8\n"
            + "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=\(Int(peak)),CODECS=\"\(codec)\",\(resolution),"
            + "URI=\"video/\(rung)/iframes.m3u8\"\n"
    }
}
