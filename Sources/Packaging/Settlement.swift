package import HLS
package import MediaModel
package import MediaUnits
internal import Presets
internal import VideoCodecs

/// Plan and results in, playlists and figures out: pure.
///
/// Everything in it was measured, nothing is nominal.
package struct Settlement {
    /// A rendition's playlist and what it says of itself.
    package struct Rendition {
        package let name: String
        /// Below the package: `video/720p`.
        package let folder: String
        package let codec: String
        /// Of the sound in its own segments; `nil`: there is none.
        package let soundCodec: String?
        package let playlist: MediaPlaylist
        /// Of pictures only.
        package let iFrames: MediaPlaylist?
        package let size: Resolution?
        package let frameRate: Rational?
        /// Bits a second: the peak by RFC 8216, 4.1, and the average.
        package let peak: Int
        package let average: Int
        /// Of its sound.
        package var loudness: Levelling?

        package init(
            name: String,
            folder: String,
            codec: String,
            soundCodec: String?,
            playlist: MediaPlaylist,
            iFrames: MediaPlaylist?,
            size: Resolution?,
            frameRate: Rational?,
            peak: Int,
            average: Int,
            loudness: Levelling? = nil
        ) {
            self.name = name
            self.folder = folder
            self.codec = codec
            self.soundCodec = soundCodec
            self.playlist = playlist
            self.iFrames = iFrames
            self.size = size
            self.frameRate = frameRate
            self.peak = peak
            self.average = average
            self.loudness = loudness
        }
        package var byteCount: Int { playlist.segments.reduce(0) { $0 + $1.byteCount } }
    }

    package let video: [Rendition]
    package let audio: [Rendition]
    package let captions: [Captions]
    package let download: DownloadPlan?
    package let master: MultivariantPlaylist
    package let damage: Damage
    package let notices: [Notice]

    private static let audioGroup = "audio"
    private static let subtitleGroup = "subs"

    package init(_ plan: Plan, video nodes: [NodeResult], audio tracks: [RenditionResult]) throws {
        try Self.check(plan, nodes, tracks)
        let rungs = plan.video?.rungs ?? []
        let pictures = try rungs.indices.map { index in
            try Self.joined(nodes.map { $0.rungs[index] })
        }
        let muxed = plan.muxedSound.map { tracks[$0] }
        let unsettledVideo = zip(rungs, pictures).map {
            var rendition = Self.picture($0, $1, plan.container, soundCodec: muxed?.codec)
            rendition.loudness = muxed?.loudness
            return rendition
        }
        let unsettledAudio = zip(plan.separateAudio(plan.audio), plan.separateAudio(tracks)).map {
            Self.sound($0, $1, plan.container)
        }
        // One target duration for all, since players switch between them (RFC 8216, 6.2.4).
        let target = (unsettledVideo + unsettledAudio).map(\.playlist.targetDuration).max() ?? 1
        video = unsettledVideo.map { $0.settled(target: target) }
        audio = unsettledAudio.map { $0.settled(target: target) }
        let timing = (video.first ?? audio.first)?.playlist
        captions = plan.captions.map {
            Captions(
                $0, timing: timing?.segments ?? [], target: target, clock: plan.container.clock)
        }
        master = Self.master(video, audio, plan, captions)
        damage = Damage(nodes)
        download =
            damage.times.isEmpty
            ? plan.download
            : plan.download?.joined(because: "parts of it are damaged")
        // What decoding found says more than what packets showed.
        let found = Set(damage.notices.map(\.code))
        notices =
            plan.notices.filter { !found.contains($0.code) } + damage.notices
            + zip(plan.audio, tracks).compactMap { sound, track in
                track.loudness.flatMap { $0.notice(sound.name) }
            }
    }

    // MARK: Renditions

    /// The segments that several jobs made of one rendition, which must fit one init segment.
    private static func joined(_ parts: [RenditionResult]) throws -> RenditionResult {
        guard let first = parts.first else { throw PackagingFault("a rendition without segments") }
        guard parts.allSatisfy({ $0.initialization == first.initialization }) else {
            throw PackagingFault("\(first.name): init segments differ between jobs")
        }
        return RenditionResult(
            name: first.name, codec: first.codec, initialization: first.initialization,
            segments: parts.flatMap(\.segments).sorted { $0.index < $1.index })
    }

    package static func fileName(_ index: Int, _ suffix: String) -> String {
        let digits = String(index)
        return String(repeating: "0", count: max(0, 5 - digits.count)) + "\(digits).\(suffix)"
    }

    private static func segments(
        _ result: RenditionResult, timescale: Int, _ container: Container
    ) -> [Segment] {
        result.segments.map {
            Segment(
                uri: fileName($0.index, container.suffix),
                duration: Rational($0.duration, timescale), byteCount: $0.byteCount)
        }
    }

    private static func picture(
        _ rung: RungPlan, _ result: RenditionResult, _ container: Container, soundCodec: String?
    ) -> Rendition {
        Rendition(
            name: rung.name, folder: "video/\(rung.name)", codec: result.codec,
            soundCodec: soundCodec,
            playlist: MediaPlaylist(
                segments: segments(result, timescale: rung.timescale, container),
                initialization: container.initialization),
            iFrames: MediaPlaylist(
                segments: iFrames(result, timescale: rung.timescale, container),
                initialization: container.initialization, kind: .iFramesOnly),
            size: rung.size, frameRate: rung.frameRate, peak: 0, average: 0)
    }

    private static func sound(
        _ audio: AudioPlan, _ result: RenditionResult, _ container: Container
    ) -> Rendition {
        Rendition(
            name: audio.name, folder: "audio/\(audio.name)", codec: result.codec, soundCodec: nil,
            playlist: MediaPlaylist(
                segments: segments(result, timescale: audio.sampleRate, container),
                initialization: container.initialization),
            iFrames: nil, size: nil, frameRate: nil, peak: 0, average: 0,
            loudness: result.loudness)
    }

    /// One entry a GOP: the fragment that its IDR picture is, lasting until the next one.
    private static func iFrames(
        _ result: RenditionResult, timescale: Int, _ container: Container
    ) -> [Segment] {
        var entries: [(uri: String, time: Int, fragment: Fragment)] = []
        var start = 0
        for segment in result.segments {
            for fragment in segment.fragments where fragment.isKey {
                let uri = fileName(segment.index, container.suffix)
                entries.append((uri, start + fragment.time, fragment))
            }
            start += segment.duration
        }
        let ends = entries.dropFirst().map(\.time) + [start]
        return zip(entries, ends).map { entry, end in
            let range = entry.fragment.offset..<entry.fragment.offset + entry.fragment.size
            return Segment(
                uri: entry.uri, duration: Rational(end - entry.time, timescale),
                byteCount: range.count, byteRange: range)
        }
    }

    // MARK: The multivariant playlist

    private static func master(
        _ video: [Rendition], _ audio: [Rendition], _ plan: Plan, _ captions: [Captions]
    ) -> MultivariantPlaylist {
        guard !video.isEmpty else { return soundOnly(audio, plan, captions) }
        // The most demanding combination counts (RFC 8216, 4.3.4.2).
        let others = [audio.map(\.peak), captions.map(\.peak)].reduce(0) { $0 + ($1.max() ?? 0) }
        let othersAverage = [audio.map(\.average), captions.map(\.average)].reduce(0) {
            $0 + ($1.max() ?? 0)
        }
        let soundCodecs = Set(audio.map(\.codec) + video.compactMap(\.soundCodec)).sorted()
        let variants = startingOrder(video, near: plan.startingRate).map { rendition in
            Variant(
                uri: "\(rendition.folder)/playlist.m3u8", bandwidth: rendition.peak + others,
                averageBandwidth: rendition.average + othersAverage,
                codecs: [rendition.codec] + soundCodecs, resolution: rendition.size,
                frameRate: rendition.frameRate, audioGroup: audio.isEmpty ? nil : audioGroup,
                subtitleGroup: captions.isEmpty ? nil : subtitleGroup)
        }
        let iFrameVariants = video.compactMap { rendition in
            rendition.iFrames.flatMap { iFrames in
                rendition.size.map {
                    IFrameVariant(
                        uri: "\(rendition.folder)/iframes.m3u8",
                        bandwidth: iFrames.peakBandwidth,
                        averageBandwidth: iFrames.averageBandwidth,
                        codecs: [rendition.codec], resolution: $0)
                }
            }
        }
        return MultivariantPlaylist(
            variants: variants, renditions: audio.isEmpty ? [] : renditions(plan),
            subtitles: captions.map { $0.rendition(in: subtitleGroup) },
            iFrameVariants: iFrameVariants, version: plan.container.version)
    }

    private static func renditions(_ plan: Plan) -> [AudioRendition] {
        plan.audio.enumerated().map { rendition($1, isMuxed: $0 == plan.muxedSound) }
    }

    private static func rendition(_ plan: AudioPlan, isMuxed: Bool) -> AudioRendition {
        AudioRendition(
            groupID: audioGroup, name: plan.label,
            language: plan.language.flatMap { LanguageTag($0) }, isDefault: plan.isDefault,
            autoselect: true, channels: plan.channels,
            uri: isMuxed ? nil : "audio/\(plan.name)/playlist.m3u8",
            characteristics: plan.isDescription ? "public.accessibility.describes-video" : nil)
    }

    /// The default track is the variant; if there are others, all are renditions to choose from, and its figures are
    /// those of the most demanding one (RFC 8216, 4.3.4.2).
    private static func soundOnly(
        _ audio: [Rendition], _ plan: Plan, _ captions: [Captions]
    ) -> MultivariantPlaylist {
        let chosen = plan.audio.firstIndex(where: \.isDefault) ?? 0
        guard audio.indices.contains(chosen) else { return MultivariantPlaylist(variants: []) }
        let isChoice = audio.count > 1
        // Players may load another rendition beside the variant's own playlist.
        func most(_ rate: KeyPath<Rendition, Int>) -> Int {
            let others = audio.indices.filter { $0 != chosen }.map { audio[$0][keyPath: rate] }
            return audio[chosen][keyPath: rate] + (others.max() ?? 0)
        }
        let variant = Variant(
            uri: "\(audio[chosen].folder)/playlist.m3u8",
            bandwidth: most(\.peak) + (captions.map(\.peak).max() ?? 0),
            averageBandwidth: most(\.average) + (captions.map(\.average).max() ?? 0),
            codecs: Array(Set(audio.map(\.codec))).sorted(),
            audioGroup: isChoice ? audioGroup : nil,
            subtitleGroup: captions.isEmpty ? nil : subtitleGroup)
        return MultivariantPlaylist(
            variants: [variant], renditions: isChoice ? renditions(plan) : [],
            subtitles: captions.map { $0.rendition(in: subtitleGroup) },
            version: plan.container.version)
    }

    /// Players start with the first variant: the one nearest to the preset's rate, 2 Mb/s by default (HLS Authoring
    /// Specification for Apple Devices, "Default video"), then the others from the highest down.
    ///
    /// It is one that every player plays where there is any: some start with the first without asking.
    private static func startingOrder(_ video: [Rendition], near rate: Int) -> [Rendition] {
        let common = video.indices.filter {
            VideoCodec.of(codecString: video[$0].codec)?.model.isUniversal == true
        }
        let first = (common.isEmpty ? Array(video.indices) : common).min {
            abs(video[$0].peak - rate) < abs(video[$1].peak - rate)
        }
        guard let first else { return [] }
        return [video[first]] + video.indices.filter { $0 != first }.map { video[$0] }
    }
}

extension Settlement.Rendition {
    /// With the target duration of the whole package, and the rates that follow from it.
    fileprivate func settled(target: Int) -> Settlement.Rendition {
        var playlist = playlist
        playlist.minimumTargetDuration = target
        return Settlement.Rendition(
            name: name, folder: folder, codec: codec, soundCodec: soundCodec, playlist: playlist,
            iFrames: iFrames, size: size, frameRate: frameRate, peak: playlist.peakBandwidth,
            average: playlist.averageBandwidth, loudness: loudness)
    }
}
