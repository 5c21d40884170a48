/// What was measured of a batch of segments.
package struct SegmentReport: Codable, Sendable {
    struct Finding: Codable, Sendable {
        let rule: ConformanceRule
        let offset: Int64?
        let message: String
    }

    struct InitSegment: Codable, Sendable {
        /// `nil` if it cannot be used.
        let tracks: InitSegmentTracks?
        let findings: [Finding]
    }

    /// What a segment has, by its format.
    enum Content: Codable, Sendable {
        case fragments(MeasuredSegment)
        case fragmentStart(FragmentStart)
        case streams(MeasuredStreams)
        case packedAudio(PackedAudioSegment)
        case captions
        /// Boxes without a usable init segment.
        case boxes
        case unknown
    }

    struct Segment: Codable, Sendable {
        let content: Content
        let findings: [Finding]
    }

    var initSegments: [InitSegment] = []
    var segments: [Segment] = []

    /// Whether a process that is not trusted can have sent it for this work.
    func isPlausible(for work: SegmentWork) -> Bool {
        guard initSegments.count == work.initSegments.count,
            segments.count == work.segments.count
        else { return false }
        let findings = initSegments.flatMap(\.findings) + segments.flatMap(\.findings)
        return findings.count <= FindingList.limit
            && findings.allSatisfy { $0.offset ?? 0 >= 0 && $0.message.utf8.count <= 1000 }
            && initSegments.allSatisfy { $0.tracks?.isPlausible ?? true }
            && segments.allSatisfy(\.content.isPlausible)
    }
}
