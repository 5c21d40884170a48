package import MediaModel
internal import MediaUnits
internal import Presets

/// From when to when an upload is published: to the frame, since pictures cannot be cut in two.
///
/// A time within a frame becomes the start of that frame, for the start, or its end; so what is left is cut like an upload
/// that began and ended there, and sound and captions keep to the pictures. Where a frame is shown for longer than usual,
/// as in screen recordings, the time itself is taken, and the frame is shown from or up to it.
struct PublishedRange {
    /// Seconds of the upload's clock: time 0 of the package, and its end.
    let start: Rational
    let end: Rational
    /// Source frames before this number are shown, or lead up to those that are; `nil`: all.
    let frameLimit: Int?
    /// `nil`: the whole upload.
    let trimRange: KeptRange?
    let notices: [Notice]

    /// How much later than the time a frame may begin and still count as begun, in seconds: times are written to the
    /// millisecond, and containers round as much.
    private static let leeway = Rational(1, 2000)

    /// - Throws: `PlanningError` if nothing is left, or if it lasts longer than the limit.
    init(
        _ info: MediaInfo, _ frames: FrameIndex?, _ trim: Trim, limit: Limits.Duration
    ) throws(PlanningError) {
        guard trim.from < info.duration else {
            throw PlanningError(
                code: .beyondEnd,
                reason:
                    "it lasts \(TimeText.text(info.duration)); nothing of it lies behind --from",
                advice: "choose an earlier --from")
        }
        var to = min(trim.to ?? info.duration, info.duration)
        let isTooLong = limit.max.map { to - trim.from > $0 } ?? false
        if let longest = limit.max, isTooLong {
            guard limit.over == .trim else {
                throw PlanningError(
                    code: .tooLong,
                    reason: "it lasts \(TimeText.text(to - trim.from)), more than the preset's"
                        + " \(TimeText.text(longest))",
                    advice: "upload a shorter one, or raise limits.duration")
            }
            to = trim.from + longest
        }
        guard to - trim.from <= MediaBounds.packageDuration else {
            throw PlanningError(
                code: .timesUnusable,
                reason:
                    "it lasts \(TimeText.text(to - trim.from)), and no package lasts longer than"
                    + " \(TimeText.text(MediaBounds.packageDuration))",
                advice: "choose a part of it")
        }
        let whole = (info.start, info.start + info.duration)
        guard trim.from > .zero || to < info.duration else {
            (start, end, frameLimit, trimRange, notices) = (whole.0, whole.1, nil, nil, [])
            return
        }
        let clock = FrameClock(info, frames)
        let (first, firstFrame) =
            trim.from > .zero
            ? clock.start(Self.rounded(info.start + trim.from)) : (info.start, 0)
        let (last, limit) =
            to < info.duration
            ? clock.end(Self.rounded(info.start + to), after: firstFrame)
            : (whole.1, frames?.times.count ?? 0)
        start = first
        end = max(last, first + Self.leeway)
        frameLimit = frames == nil ? nil : limit
        trimRange = KeptRange(
            from: (first - info.start).doubleValue, to: (end - info.start).doubleValue)
        notices = [Self.notice(info, first, end, isTooLong: isTooLong)]
    }

    private static func notice(
        _ info: MediaInfo, _ start: Rational, _ end: Rational, isTooLong: Bool
    ) -> Notice {
        func text(_ seconds: Rational) -> String {
            TimeText.text(Rational((seconds * 1000).rounded, 1000))
        }
        let (from, to) = (text(start - info.start), text(end - info.start))
        return Notice(
            "TRIMMED", isTooLong ? .warning : .info,
            "Of its \(text(info.duration)), what lies between \(from) and \(to) is kept"
                + (isTooLong ? "; the preset allows no more." : "."))
    }

    /// To the microsecond, as all times of an upload's clock.
    private static func rounded(_ seconds: Rational) -> Rational {
        Rational((seconds * 1_000_000).rounded, 1_000_000)
    }

    /// When frames begin, and when times within them are taken for their borders.
    private struct FrameClock {
        private let times: [Int]
        private let timeBase: Rational
        /// Seconds that a frame is usually shown.
        private let period: Rational

        init(_ info: MediaInfo, _ frames: FrameIndex?) {
            times = frames?.times ?? []
            timeBase = frames?.timeBase ?? Rational(1)
            period = info.video?.frameRate.rate.inverse ?? Rational(1)
        }

        private func seconds(_ frame: Int) -> Rational { .seconds(times[frame], timeBase) }

        /// How many frames have begun at a time.
        private func begun(at time: Rational) -> Int {
            times.partitioningIndex { .seconds($0, timeBase) > time }
        }

        /// Where to start for a time, and with which frame.
        func start(_ time: Rational) -> (Rational, frame: Int) {
            let next = begun(at: time + PublishedRange.leeway)
            guard next > 0 else { return (time, 0) }
            let frame = next - 1
            if time - seconds(frame) < period { return (seconds(frame), frame) }
            // The grid shows a frame that is due within half a period, and this one is still shown.
            guard next < times.count else { return (time, frame) }
            return (
                min(
                    time, PublishedRange.rounded(seconds(next) - period / 2 - PublishedRange.leeway)
                ), frame
            )
        }

        /// Where to end for a time, and how many frames have begun by then; at least the one that it starts with.
        func end(_ time: Rational, after frame: Int) -> (Rational, frameLimit: Int) {
            guard !times.isEmpty else { return (time, 0) }
            let next = max(begun(at: time - PublishedRange.leeway), frame + 1)
            guard next < times.count else { return (time, next) }
            return (seconds(next) - time < period ? seconds(next) : time, next)
        }
    }
}

extension FrameIndex {
    /// Without the frames from a number on.
    package func prefix(_ count: Int) -> FrameIndex {
        FrameIndex(
            timeBase: timeBase, times: Array(times.prefix(count)), lastDuration: lastDuration,
            keyframes: keyframes, isSeekable: isSeekable, silentPackets: silentPackets)
    }
}
