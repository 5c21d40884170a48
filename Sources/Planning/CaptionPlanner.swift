internal import HLS
internal import MediaModel
internal import MediaUnits

/// Which captions become renditions, what they are called, and when each cue is shown.
struct CaptionPlanner {
    let plans: [CaptionPlan]
    let notices: [Notice]

    /// Bytes that the segments of one rendition may have together, chosen as a hundred times those of a long film.
    ///
    /// A cue stands in every segment that it touches: thousands that last for hours would fill a disk.
    static let maximumBytes = 30_000_000

    /// Plans captions for a package.
    ///
    /// - Parameters:
    ///   - sources: Tracks and files, in the order that they are listed in.
    ///   - start: Seconds of the upload's clock at time 0.
    ///   - duration: Seconds.
    ///   - segment: Seconds that a segment usually lasts.
    ///   - maximumCount: Renditions that the preset allows; 0 if it wants none.
    init(
        _ sources: [CaptionSource], start: Rational, duration: Rational, segment: Rational,
        maximumCount: Int
    ) {
        let sources = maximumCount > 0 ? sources : []
        let range = 0..<max(1, (duration * 1000).ceiling)
        let offset = -(start * 1000).rounded
        var plans: [CaptionPlan] = []
        var notices: [Notice] = []
        var names: [String: Int] = [:]
        var selections: Set<Selection> = []
        var hasDefault = false
        var excess = 0
        // Where a container marks every track as the default one, as many do with all or the only one, it says nothing.
        let isDefaultSaid = !sources.allSatisfy(\.info.isDefault)
        for source in sources {
            let info = source.info
            let cues = source.cues.compactMap { $0.shifted(by: offset, within: range) }
            if let reason = Self.obstacle(cues, segment: segment) {
                notices.append(reason.notice(info))
                continue
            }
            guard plans.count < maximumCount else {
                excess += 1
                continue
            }
            let tag = info.language ?? "und"
            names[tag, default: 0] += 1
            let isDefault = isDefaultSaid && info.isDefault && !info.isForced && !hasDefault
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
            notices.append(
                Notice(
                    "TRACKS_IGNORED", .warning,
                    "Of its \(plans.count + excess) caption tracks the first \(maximumCount) are kept;"
                        + " captions.maxTracks allows no more."))
        }
        self.plans = plans
        self.notices = notices
    }

    /// What a player chooses by; of renditions that are the same in it, it could take any (RFC 8216, 4.3.4.1).
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

    /// Why captions cannot become a rendition.
    private enum Obstacle {
        case isEmpty, isTooLarge

        func notice(_ info: CaptionInfo) -> Notice {
            let subject =
                info.channel.map { "The closed captions \($0)" }
                ?? info.stream.map { "Subtitle track \($0)" } ?? "The file \(info.file ?? "")"
            return switch self {
            case .isEmpty:
                Notice("CAPTIONS_EMPTY", .info, "\(subject) has no text to show and is left out.")
            case .isTooLarge:
                Notice(
                    "SUBTITLES_IGNORED", .warning,
                    "\(subject) shows too much text at once for too long and is left out.")
            }
        }
    }

    /// Whether cues are few and short enough to become a rendition.
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
