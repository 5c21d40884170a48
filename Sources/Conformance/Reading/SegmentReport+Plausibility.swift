/// Checks of values that a process sent which is not trusted: numbers that later arithmetic relies on, and texts of findings.
extension SegmentReport.Content {
    var isPlausible: Bool {
        switch self {
        case .fragments(let segment): segment.isPlausible
        case .streams(let streams): streams.streams.values.allSatisfy(\.isPlausible)
        case .packedAudio(let audio):
            (audio.start ?? 0).isTick && (audio.duration ?? 0).isStreamTime
                && audio.codec?.isPlausible ?? true
        case .fragmentStart, .captions, .boxes, .unknown: true
        }
    }
}

extension InitSegmentTracks {
    var isPlausible: Bool {
        tracks.values.allSatisfy { track in
            track.timescale.isFinite && track.timescale > 0 && track.displaySize.isPlausible
                && track.description?.codec?.isPlausible ?? true
                && track.description?.size?.isPlausible ?? true
        }
    }
}

extension MeasuredSegment {
    fileprivate var isPlausible: Bool {
        let spans = spans.values + videos.values.compactMap(\.presentation)
        return spans.allSatisfy { $0.start.isTime && $0.end.isTime && $0.start <= $0.end }
            && videos.allSatisfy { track, video in
                self.spans[track] != nil && (video.shortest ?? 0).isTime && video.offset >= 0
                    && video.syncTimes.allSatisfy(\.isTime)
            }
    }
}

extension MeasuredStreams.Stream {
    fileprivate var isPlausible: Bool {
        (start ?? 0).isTick && (offset ?? 0) >= 0 && (0...1 << 40).contains(units)
            && randomAccessTimes.allSatisfy(\.isTick) && (shortestUnit ?? 0).isTick
            && (duration ?? 0).isStreamTime && (presentationDuration ?? 0).isStreamTime
            && parameters.map {
                $0.profile.count == 3 && $0.size.isPlausible && $0.displaySize.isPlausible
            } ?? true
    }
}

extension MeasuredCodec {
    fileprivate var isPlausible: Bool {
        text.utf8.count <= 64 && text.utf8.allSatisfy(Self.characters.contains)
    }
}

extension VideoSize {
    fileprivate var isPlausible: Bool {
        Self.sides.contains(width) && Self.sides.contains(height)
    }
}

extension Double {
    /// Whether it is a number of seconds that the sum of a time and a duration of 64 bits each can have.
    fileprivate var isTime: Bool { isFinite && abs(self) <= 0x1p65 }

    /// Whether it is a number of seconds that the frames of a segment can last, and whose ticks `Int64` can hold.
    fileprivate var isStreamTime: Bool { isFinite && abs(self) <= 0x1p40 }
}

extension Int64 {
    /// Whether sums of it do not overflow.
    fileprivate var isTick: Bool { abs(clamped) < 1 << 60 }
    private var clamped: Int64 { Swift.max(self, -Int64.max) }
}
