internal import HLS
internal import MediaModel
internal import MediaUnits

/// Plans the renditions of captions: their selection, their names, and the times of their cues.
struct CaptionPlanner {
    let plans: [CaptionPlan]
    let findings: [Finding]

    /// The largest size of all segments of a rendition, in bytes; chosen as a hundred times that of a long film.
    ///
    /// A cue is repeated in every segment that it overlaps: thousands that last for hours would fill a disk.
    static let maximumBytes = 30_000_000

    /// Plans captions for a package.
    ///
    /// - Parameters:
    ///   - sources: The tracks and sidecars, in the order of the playlist.
    ///   - start: Time 0 of the package, in seconds of the upload's clock.
    ///   - duration: The duration of the package, in seconds.
    ///   - segment: The usual duration of a segment, in seconds.
    ///   - maximumCount: The most renditions that the preset allows; 0 for none.
    init(
        _ sources: [CaptionSource], start: Rational, duration: Rational, segment: Rational,
        maximumCount: Int
    ) {
        let sources = maximumCount > 0 ? sources : []
        let range = 0..<max(1, (duration * 1000).ceiling)
        let offset = -(start * 1000).rounded
        var plans: [CaptionPlan] = []
        var findings: [Finding] = []
        var names: [String: Int] = [:]
        var selections: Set<Selection> = []
        var hasDefault = false
        var excess = 0
        // A flag that all tracks have, as Matroska's default is, does not distinguish them.
        let isDefaultKnown = !sources.allSatisfy(\.info.isDefault)
        for source in sources {
            let info = source.info
            let cues = source.cues.compactMap { $0.shifted(by: offset, within: range) }
            if let reason = Self.obstacle(cues, segment: segment) {
                findings.append(reason.finding(info))
                continue
            }
            guard plans.count < maximumCount else {
                excess += 1
                continue
            }
            let tag = info.language ?? "und"
            names[tag, default: 0] += 1
            let isDefault = isDefaultKnown && info.isDefault && !info.isForced && !hasDefault
            hasDefault = hasDefault || isDefault
            let isFirst = selections.insert(Selection(info)).inserted
            plans.append(
                CaptionPlan(
                    name: Self.numbered(tag, "-", names[tag, default: 1]),
                    label: Self.label(info, number: names[tag, default: 1]),
                    language: info.language, isDefault: isDefault, isForced: info.isForced,
                    isForHearingImpaired: info.isForHearingImpaired,
                    isAutoselected: isDefault || isFirst && info.language != nil, cues: cues))
        }
        if excess > 0 {
            findings.append(
                Finding(
                    .tracksIgnored, .warning,
                    "Only the first \(maximumCount) of \(plans.count + excess) caption tracks are published,"
                        + " as the preset's captions.maxTracks limits them."))
        }
        self.plans = plans
        self.findings = findings
    }

    /// The properties by which a player selects a rendition; it cannot distinguish renditions with equal ones (RFC 8216, 4.3.4.1).
    private struct Selection: Hashable {
        let language: String?
        let isForced: Bool
        let isForHearingImpaired: Bool

        init(_ info: CaptionInfo) {
            language = info.language
            isForced = info.isForced
            isForHearingImpaired = info.isForHearingImpaired
        }
    }

    /// The reason why captions cannot become a rendition.
    private enum Obstacle {
        case isEmpty, isTooLarge

        func finding(_ info: CaptionInfo) -> Finding {
            let subject =
                info.channel.map { "The closed captions \($0)" }
                ?? info.stream.map { "Caption track \($0)" } ?? "The sidecar \(info.file ?? "")"
            return switch self {
            case .isEmpty:
                Finding(.captionsEmpty, .info, "\(subject) has no text and is left out.")
            case .isTooLarge:
                Finding(
                    .subtitlesIgnored, .warning,
                    "\(subject) has too much text of long duration and is left out.")
            }
        }
    }

    /// Returns whether a rendition of the cues has at least one, and at most `maximumBytes`.
    static func isPublishable(_ cues: [CaptionCue], segment: Rational) -> Bool {
        obstacle(cues, segment: segment) == nil
    }

    private static func obstacle(_ cues: [CaptionCue], segment: Rational) -> Obstacle? {
        if cues.isEmpty { return .isEmpty }
        let length = max(1, (segment * 1000).floor)
        var bytes = 0
        for cue in cues {
            bytes += cue.byteCount * (2 + (cue.end - cue.start) / length)
            // Inside the loop, since the sum over all cues may overflow.
            if bytes > maximumBytes { return .isTooLarge }
        }
        return nil
    }

    private static func label(_ info: CaptionInfo, number: Int) -> String {
        let language = info.language.flatMap { LanguageTag($0)?.displayName } ?? "Captions"
        let kind = info.isForced ? " (forced)" : info.isForHearingImpaired ? " (SDH)" : ""
        return numbered(language + kind, " ", kind.isEmpty ? number : 1)
    }

    private static func numbered(_ text: String, _ separator: String, _ number: Int) -> String {
        number == 1 ? text : "\(text)\(separator)\(number)"
    }
}
