internal import MediaModel
internal import MediaUnits
internal import Presets

extension EncodingPlan {
    /// Checks that the cue points are those of a preset, in order, and that a segment starts at each of them.
    ///
    /// Their texts are published in playlists.
    ///
    /// - Throws: `ArtifactError` with the first violation.
    func checkCuePoints(_ preset: Preset) throws {
        guard let cuePoints else { return }
        var requested = preset.cuePoints
        var identifiers: Set<String> = []
        var last = Rational(-1)
        for cuePoint in cuePoints {
            func index(withID id: String?) -> Int? {
                requested.firstIndex {
                    $0.duration == cuePoint.duration && $0.assetList == cuePoint.assetList
                        && $0.id == id
                }
            }
            // The ones without an identifier get one from the planner.
            guard let index = index(withID: cuePoint.id) ?? index(withID: nil),
                let id = cuePoint.id, CuePoint.isIdentifier(id),
                identifiers.insert(id).inserted
            else { throw ArtifactError("a plan with cue points that were not requested") }
            requested.remove(at: index)
            let time =
                if case .time(let time) = cuePoint.position { time } else { duration }
            guard time > last, time >= .zero, time <= duration, isStart(cuePoint.position) else {
                throw ArtifactError("a plan with impossible cue points")
            }
            last = time
        }
    }

    /// Whether a segment of every track starts at a position, in audio at the nearest packet.
    private func isStart(_ position: CuePoint.Position) -> Bool {
        guard case .time(let time) = position else { return true }
        let isStartOfVideo =
            video.map { video in
                video.segments.contains { video.grid.time(of: $0.firstFrame) == time }
            } ?? true
        return isStartOfVideo
            && audio.allSatisfy { track in
                let sample = (time * track.sampleRate).rounded
                return track.borders.indices.contains {
                    abs(track.firstPacket(ofSegment: $0) - sample) <= AudioPlan.frameSize
                }
            }
    }
}
