package import HLS
internal import MediaModel
internal import MediaUnits
package import Presets

/// The playlists of a presentation, and the captions in their segments.
package struct HLSPlaylists: PresentationWriter {
    /// A track's playlists and the bit rates that follow from them.
    package struct Track: Sendable {
        package let media: Presentation.Media
        package let playlist: MediaPlaylist
        /// The playlist of I-frames; `nil` for audio.
        package let iFrames: MediaPlaylist?

        /// The peak by RFC 8216, 4.1, in bits per second.
        package var peak: Int { playlist.peakBandwidth }
        /// The average, in bits per second.
        package var average: Int { playlist.averageBandwidth }
    }

    /// The renditions, the highest first.
    package let video: [Track]
    /// The audio tracks with segments of their own.
    package let audio: [Track]
    package let captions: [HLSCaptions]
    package let multivariant: MultivariantPlaylist

    package static let format = "hls"

    /// The path of the multivariant playlist.
    package static let entryPath = Manifest.multivariantName

    /// Every package has playlists.
    package static func isWritten(with packaging: Packaging) -> Bool { true }

    package init(_ presentation: Presentation) {
        let container = presentation.container
        let cuePoints = presentation.cuePoints
        let hasDate = presentation.hasDateRanges
        let tracks = { (media: [Presentation.Media], hasIFrames: Bool, target: Int) in
            media.map {
                Track(
                    $0, cuePoints, hasDate: hasDate, hasIFrames: hasIFrames, target: target)
            }
        }
        let media = (
            video: presentation.video.map(\.media),
            audio: presentation.separateAudio.map(\.media)
        )
        // One target duration for all, since players switch between them (RFC 8216, 6.2.4).
        let target =
            tracks(media.video + media.audio, false, 1).map(\.playlist.targetDuration).max() ?? 1
        video = tracks(media.video, true, target)
        audio = tracks(media.audio, false, target)
        let timing = (video.first ?? audio.first)?.playlist.segments ?? []
        captions = presentation.captions.map {
            HLSCaptions(
                $0, timing: timing, target: target, clock: container.clock, hasDate: hasDate)
        }
        multivariant = HLSVariants(presentation, video, audio, captions).playlist
    }

    package var files: [TextFile] {
        let playlists = (video + audio).flatMap { track in
            [TextFile(path: "\(track.media.path)/playlist.m3u8", text: track.playlist.text)]
                + [track.iFrames].compactMap { playlist in
                    playlist.map {
                        TextFile(path: "\(track.media.path)/iframes.m3u8", text: $0.text)
                    }
                }
        }
        return playlists + captions.flatMap(\.files)
            + [TextFile(path: Self.entryPath, text: multivariant.text)]
    }
}

extension HLSPlaylists.Track {
    fileprivate init(
        _ media: Presentation.Media, _ cuePoints: [CuePoint], hasDate: Bool, hasIFrames: Bool,
        target: Int
    ) {
        let initialization = media.initialization.map { InitSegment(uri: $0) }
        self.media = media
        var playlist = MediaPlaylist(
            segments: media.segments.map {
                Segment(
                    uri: $0.fileName, duration: Rational($0.duration, media.timescale),
                    byteCount: $0.byteCount)
            },
            initialization: initialization, minimumTargetDuration: target)
        playlist.cuePoints = cuePoints
        playlist.hasDate = hasDate
        self.playlist = playlist
        var iFrames = MediaPlaylist(
            segments: media.iFrames, initialization: initialization, kind: .iFramesOnly)
        iFrames.hasDate = hasDate
        self.iFrames = hasIFrames ? iFrames : nil
    }
}

extension Presentation.Media {
    /// One entry per GOP: the fragment of its IDR picture, which lasts until the next one.
    fileprivate var iFrames: [HLS.Segment] {
        var entries: [(uri: String, time: Int, fragment: Fragment)] = []
        var start = 0
        for segment in segments {
            for fragment in segment.fragments where fragment.isKey {
                entries.append((segment.fileName, start + fragment.time, fragment))
            }
            start += segment.duration
        }
        let ends = entries.dropFirst().map(\.time) + [start]
        return zip(entries, ends).map { entry, end in
            let range = entry.fragment.offset..<entry.fragment.offset + entry.fragment.size
            return HLS.Segment(
                uri: entry.uri, duration: Rational(end - entry.time, timescale),
                byteCount: range.count, byteRange: range)
        }
    }
}
