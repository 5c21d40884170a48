internal import HLS
internal import MediaModel
internal import VideoCodecs

extension Manifest {
    /// Returns the tracks of a presentation, with their media playlists and the bit rates that follow from these (RFC 8216, 4.1).
    package static func tracks(
        of presentation: Presentation
    ) -> (renditions: [Rendition], captions: [Captions]) {
        let playlists = HLSPlaylists(presentation)
        let muxed = presentation.muxedAudio
        let video = zip(playlists.video, presentation.video).map {
            $0.entry($1.plan, muxed: muxed)
        }
        let audio = zip(playlists.audio, presentation.separateAudio).map {
            $0.entry($1.plan, $1.loudness)
        }
        return (video + audio, playlists.captions.map(\.entry))
    }
}

extension HLSPlaylists.Track {
    fileprivate func entry(_ rung: RungPlan, muxed: Presentation.Audio?) -> Manifest.Rendition {
        Manifest.Rendition(
            kind: "video", name: rung.name, playlist: path,
            codec: media.codec, resolution: rung.size, frameRate: rung.frameRate,
            ceiling: rung.ceiling, crf: rung.crf, point: rung.point?.rawValue,
            prediction: rung.prediction, peakBandwidth: peak, averageBandwidth: average,
            audioCodec: muxed?.codec, segments: media.segments.count,
            bytes: media.byteCount, loudness: muxed?.loudness,
            quality: Manifest.Quality(media.segments.map(\.quality)))
    }

    fileprivate func entry(_ audio: AudioPlan, _ loudness: LoudnessResult?) -> Manifest.Rendition {
        Manifest.Rendition(
            kind: "audio", name: audio.name, playlist: path,
            codec: media.codec, resolution: nil, frameRate: nil, ceiling: nil,
            peakBandwidth: peak, averageBandwidth: average, audioCodec: nil,
            segments: media.segments.count, bytes: media.byteCount, loudness: loudness)
    }

    private var path: String { "\(media.path)/playlist.m3u8" }
}

extension HLSCaptions {
    fileprivate var entry: Manifest.Captions {
        Manifest.Captions(
            name: plan.name, playlist: "\(path)/playlist.m3u8", language: plan.language,
            isDefault: plan.isDefault, isForced: plan.isForced,
            isForHearingImpaired: plan.isForHearingImpaired, cueCount: plan.cues.count,
            segments: playlist.segments.count, bytes: byteCount)
    }
}
