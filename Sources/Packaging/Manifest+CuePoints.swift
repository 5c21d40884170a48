internal import MediaUnits

extension Manifest {
    /// A cue point of a package: where playback stops for what is inserted, and resumes after it.
    package struct CuePoint: Codable, Hashable {
        /// The kind of a cue point.
        package enum Kind: String, Codable {
            /// Before the first frame.
            case pre
            case mid
            /// After the last frame.
            case post
        }

        package let id: String
        package let kind: Kind
        /// The time, in seconds from the start of the package.
        package let time: Double
        /// The expected duration of what is inserted, in seconds; `nil` if it is unknown.
        package let duration: Double?
        /// The URL of the asset list; `nil` if there is none.
        package let assetList: String?
        /// The index of the segment that starts there, equal in every rendition; the number of segments for the end.
        package let segment: Int
        /// For each media playlist of video and audio, by its path: the bytes of all segments before that one.
        package let offsets: [String: Int]

        /// Returns the cue points of a presentation; `nil` if it has none.
        package static func all(of presentation: Presentation) -> [CuePoint]? {
            let cuePoints = presentation.cuePoints.map { CuePoint($0, of: presentation) }
            return cuePoints.isEmpty ? nil : cuePoints
        }

        private init(_ cuePoint: MediaUnits.CuePoint, of presentation: Presentation) {
            let media =
                presentation.video.map(\.media) + presentation.separateAudio.map(\.media)
            let first = media.first
            let starts = (first?.segments ?? []).reduce(into: [0]) {
                $0.append($0[$0.count - 1] + $1.duration)
            }
            let timescale = first?.timescale ?? 1
            let end = Rational(starts[starts.count - 1], timescale)
            let at: Rational
            switch cuePoint.position {
            case .time(let time):
                (at, kind) = (time, time == .zero ? .pre : .mid)
            case .end:
                (at, kind) = (end, .post)
            }
            let distances = starts.map { abs(($0 - (at * timescale).rounded)) }
            let index = distances.indices.min { distances[$0] < distances[$1] } ?? 0
            id = cuePoint.id ?? ""
            time = at.doubleValue
            duration = cuePoint.duration?.doubleValue
            assetList = cuePoint.assetList
            segment = index
            offsets = Dictionary(
                uniqueKeysWithValues: media.map { track in
                    (
                        "\(track.path)/playlist.m3u8",
                        track.segments.prefix(index).reduce(0) { $0 + $1.byteCount }
                    )
                })
        }
    }
}
