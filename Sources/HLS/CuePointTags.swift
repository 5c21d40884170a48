internal import MediaUnits

/// The tags of cue points in a media playlist.
///
/// A cue point with an asset list is an interstitial (RFC 8216bis, Appendix D): the player inserts the assets, and resumes where it
/// stopped. Others are marked by `EXT-X-CUE-OUT` and `EXT-X-CUE-IN`, which servers of advertisements replace: both have one position,
/// since nothing of the playlist is replaced.
struct CuePointTags {
    /// The class of interstitials.
    private static let interstitial = "com.apple.hls.interstitial"

    /// The lines before each segment, by its index; those at the end of the playlist have the number of segments.
    private var linesBySegment: [Int: [String]] = [:]

    /// Makes the tags of a playlist.
    ///
    /// - Parameters:
    ///   - cuePoints: The cue points, in order, at times of the playlist.
    ///   - segments: The segments of the playlist.
    init(_ cuePoints: [CuePoint], _ segments: [Segment]) {
        guard !cuePoints.isEmpty else { return }
        var starts = [Rational.zero]
        for segment in segments { starts.append(starts[starts.count - 1] + segment.duration) }
        for cuePoint in cuePoints {
            let index: Int
            switch cuePoint.position {
            case .time(let time):
                // Segments of audio start at a packet, not at the cue point itself.
                let next = starts.firstIndex { $0 >= time } ?? segments.count
                index =
                    next > 0 && time - starts[next - 1] < starts[next] - time ? next - 1 : next
            case .end: index = segments.count
            }
            linesBySegment[index, default: []] += Self.lines(
                cuePoint, end: starts[starts.count - 1])
        }
    }

    /// Returns the lines before a segment, or at the end of the playlist.
    func lines(before segment: Int) -> [String] { linesBySegment[segment] ?? [] }

    private static func lines(_ cuePoint: CuePoint, end: Rational) -> [String] {
        guard let assetList = cuePoint.assetList else {
            let duration = cuePoint.duration.map { ":" + seconds($0) } ?? ""
            return ["#EXT-X-CUE-OUT\(duration)", "#EXT-X-CUE-IN"]
        }
        // RFC 8216bis, 4.4.5.1 and Appendix D.2.
        var attributes = AttributeListWriter("#EXT-X-DATERANGE")
        attributes.add("ID", quoted: cuePoint.id ?? "")
        attributes.add("CLASS", quoted: interstitial)
        switch cuePoint.position {
        case .time(let time):
            attributes.add("START-DATE", quoted: ProgramDate.text(time))
            if time == .zero { attributes.add("CUE", quoted: "PRE") }
        case .end:
            attributes.add("START-DATE", quoted: ProgramDate.text(end))
            attributes.add("CUE", quoted: "POST")
        }
        if let duration = cuePoint.duration { attributes.add("DURATION", seconds(duration)) }
        attributes.add("X-ASSET-LIST", uri: assetList)
        attributes.add("X-RESUME-OFFSET", 0)
        return [attributes.text]
    }

    private static func seconds(_ duration: Rational) -> String {
        DecimalText.fixed((duration * 1000).rounded, decimals: 3)
    }
}
