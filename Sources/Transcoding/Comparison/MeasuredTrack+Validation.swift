internal import MediaModel
internal import MediaUnits
internal import Planning
internal import VideoCodecs

extension MeasuredTrack {
    /// Checks that the measurement is possible for a track: the process that measured it may be compromised.
    ///
    /// - Parameter parts: The segments of the track.
    /// - Throws: `ArtifactError`.
    func validate(_ parts: [TrackMeasurement.FileRange]) throws {
        guard segments.count == parts.count else {
            throw ArtifactError("other segments than were to be measured")
        }
        for (segment, part) in zip(segments, parts) { try segment.validate(part) }
        if let codec {
            let entries = VideoCodec.all.flatMap(\.model.readableSampleEntries)
            try RenditionResult.check(codec, entries.map { $0 + "." })
        }
        if let size {
            guard MediaBounds.side.contains(size.width), MediaBounds.side.contains(size.height)
            else { throw ArtifactError("video of an impossible size") }
        }
    }
}

extension MeasuredSegment {
    fileprivate func validate(_ part: TrackMeasurement.FileRange) throws {
        // An end is a credible time plus the duration of a packet.
        let limit = MediaBounds.time * 5
        let times = (Rational.zero - limit)...limit
        guard bytes == part.range.count, (0...bytes).contains(videoBytes),
            times.contains(start), times.contains(end), start <= end,
            tick > .zero, tick <= limit
        else { throw ArtifactError("a segment with impossible numbers") }
        guard keyframes.count <= bytes, keyframes.allSatisfy((start...end).contains) else {
            throw ArtifactError("keyframes outside of their segment")
        }
    }
}
