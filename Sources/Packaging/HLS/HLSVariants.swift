internal import HLS
internal import MediaModel
internal import MediaUnits
internal import VideoCodecs

/// The multivariant playlist of a presentation whose media playlists are known.
struct HLSVariants {
    private static let audioGroup = "audio"
    private static let subtitleGroup = "subs"

    private let presentation: Presentation
    private let video: [HLSPlaylists.Track]
    private let audio: [HLSPlaylists.Track]
    private let captions: [HLSCaptions]

    init(
        _ presentation: Presentation, _ video: [HLSPlaylists.Track],
        _ audio: [HLSPlaylists.Track], _ captions: [HLSCaptions]
    ) {
        self.presentation = presentation
        self.video = video
        self.audio = audio
        self.captions = captions
    }

    var playlist: MultivariantPlaylist { video.isEmpty ? audioAlone : withVideo }

    private var subtitles: [SubtitleRendition] {
        captions.map { $0.rendition(in: Self.subtitleGroup) }
    }

    private var withVideo: MultivariantPlaylist {
        // The most demanding combination counts (RFC 8216, 4.3.4.2).
        let others = [audio.map(\.peak), captions.map(\.peak)].reduce(0) { $0 + ($1.max() ?? 0) }
        let othersAverage = [audio.map(\.average), captions.map(\.average)].reduce(0) {
            $0 + ($1.max() ?? 0)
        }
        let audioCodecs = Set(presentation.audio.map(\.codec)).sorted()
        let variants = startingOrder.map { index in
            let (track, rung) = (video[index], presentation.video[index].plan)
            return Variant(
                uri: "\(track.media.path)/playlist.m3u8", bandwidth: track.peak + others,
                averageBandwidth: track.average + othersAverage,
                codecs: [track.media.codec] + audioCodecs, resolution: rung.size,
                frameRate: rung.frameRate, audioGroup: audio.isEmpty ? nil : Self.audioGroup,
                subtitleGroup: captions.isEmpty ? nil : Self.subtitleGroup)
        }
        let iFrameVariants = zip(video, presentation.video).compactMap { track, rendition in
            track.iFrames.map {
                IFrameVariant(
                    uri: "\(track.media.path)/iframes.m3u8", bandwidth: $0.peakBandwidth,
                    averageBandwidth: $0.averageBandwidth, codecs: [track.media.codec],
                    resolution: rendition.plan.size)
            }
        }
        return MultivariantPlaylist(
            variants: variants, renditions: audio.isEmpty ? [] : audioRenditions,
            subtitles: subtitles, iFrameVariants: iFrameVariants,
            version: presentation.container.version)
    }

    private var audioRenditions: [AudioRendition] {
        presentation.audio.map { track in
            AudioRendition(
                groupID: Self.audioGroup, name: track.plan.label,
                language: track.plan.language.flatMap { LanguageTag($0) },
                isDefault: track.plan.isDefault, autoselect: true, channels: track.plan.channels,
                uri: track.media.map { "\($0.path)/playlist.m3u8" },
                characteristics: track.plan.isDescription
                    ? "public.accessibility.describes-video" : nil)
        }
    }

    /// The playlist of a presentation without video.
    ///
    /// The default track is the variant; if there are others, all are renditions to choose from, and its figures are those
    /// of the most demanding one (RFC 8216, 4.3.4.2).
    private var audioAlone: MultivariantPlaylist {
        let chosen = presentation.audio.firstIndex(where: \.plan.isDefault) ?? 0
        guard audio.indices.contains(chosen) else { return MultivariantPlaylist(variants: []) }
        let isChoice = audio.count > 1
        // Players may load another rendition beside the variant's own playlist.
        func most(_ rate: KeyPath<HLSPlaylists.Track, Int>) -> Int {
            let others = audio.indices.filter { $0 != chosen }.map { audio[$0][keyPath: rate] }
            return audio[chosen][keyPath: rate] + (others.max() ?? 0)
        }
        let variant = Variant(
            uri: "\(audio[chosen].media.path)/playlist.m3u8",
            bandwidth: most(\.peak) + (captions.map(\.peak).max() ?? 0),
            averageBandwidth: most(\.average) + (captions.map(\.average).max() ?? 0),
            codecs: Array(Set(audio.map(\.media.codec))).sorted(),
            audioGroup: isChoice ? Self.audioGroup : nil,
            subtitleGroup: captions.isEmpty ? nil : Self.subtitleGroup)
        return MultivariantPlaylist(
            variants: [variant], renditions: isChoice ? audioRenditions : [],
            subtitles: subtitles, version: presentation.container.version)
    }

    /// The renditions in the order of the variants: the one nearest to the preset's rate, 2 Mb/s by default (HLS Authoring
    /// Specification for Apple Devices, "Default video"), then the others from the highest down.
    ///
    /// Players start with the first variant, some without a check of its codec. So the first variant has a codec that every
    /// player supports, if there is one.
    private var startingOrder: [Int] {
        let rate = presentation.startingRate
        let common = video.indices.filter {
            presentation.video[$0].plan.codec.model.isUniversal
        }
        let first = (common.isEmpty ? Array(video.indices) : common).min {
            abs(video[$0].peak - rate) < abs(video[$1].peak - rate)
        }
        guard let first else { return [] }
        return [first] + video.indices.filter { $0 != first }
    }
}
