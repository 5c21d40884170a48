package import Errors
package import MediaModel
internal import MediaUnits

extension Presentation {
    /// The allowed bytes and ticks of a segment, chosen so that sums over a million segments fit 64 bits.
    private static let range = 0...1 << 42

    /// Checks that the results contain every rendition and segment of the plan, with numbers within bounds.
    ///
    /// Results may come from another host, and from a process that read a hostile upload.
    package static func check(
        _ plan: EncodingPlan, _ video: [[RenditionResult]], _ tracks: [RenditionResult]
    ) throws(InternalError) {
        let planned = plan.video
        guard video.allSatisfy({ $0.count == planned?.rungs.count }),
            tracks.count == plan.audio.count
        else { throw InternalError("the results belong to another plan") }
        for index in (planned?.rungs ?? []).indices {
            let segments = video.flatMap { $0[index].segments }
            try check(segments, count: planned?.segments.count ?? 0)
        }
        // A last boundary without a packet after it makes no segment.
        for track in tracks { try check(track.segments, count: track.segments.count) }
    }

    private static func check(
        _ segments: [SegmentResult], count: Int
    ) throws(InternalError) {
        // Segments are in any order, since jobs end in any order.
        guard segments.map(\.index).sorted().elementsEqual(0..<count) else {
            throw InternalError("segments are missing or repeated")
        }
        for segment in segments {
            let fragments = segment.fragments
            guard range.contains(segment.byteCount), range.contains(segment.duration),
                segment.duration > 0,
                fragments.allSatisfy({ range.contains($0.offset) && range.contains($0.size) }),
                fragments.allSatisfy({ (0..<segment.duration).contains($0.time) }),
                zip(fragments, fragments.dropFirst()).allSatisfy({ $0.time <= $1.time })
            else { throw InternalError("segment \(segment.index) has numbers out of range") }
        }
    }
}
