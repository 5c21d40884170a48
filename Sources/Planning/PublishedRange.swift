package import MediaModel
internal import MediaUnits
internal import Presets

/// The published range of an upload, at the borders of frames.
///
/// A start time within a frame is moved to the start of that frame, an end time to its end. The range is then planned like
/// an upload that starts and ends there, so that audio and captions are synchronous with video. If a frame is shown for
/// longer than usual, as in screen recordings, the time is not moved, and the frame is shown from or up to it.
struct PublishedRange {
    /// Time 0 of the package, in seconds of the upload's clock.
    let start: Rational
    /// The end of the package, in seconds of the upload's clock.
    let end: Rational
    /// The number of source frames up to the end of the range; `nil` for all.
    let frameLimit: Int?
    /// The range as manifests have it; `nil` for the whole upload.
    let trimRange: TrimRange?
    let findings: [Finding]

    /// The time by which a frame may start later and still count as started, in seconds.
    ///
    /// Chosen as half a millisecond, since requests and containers round times to milliseconds.
    private static let tolerance = Rational(1, 2000)

    /// Makes the published range of a request.
    ///
    /// - Throws: `PlanningError` with `BEYOND_END` if the range is empty, with `TOO_LONG` or `TIMES_UNUSABLE` if it is too long.
    init(
        _ info: MediaInfo, _ frames: FrameIndex?, _ trim: TrimRequest, limit: Limits.Duration
    ) throws(PlanningError) {
        let (to, isTooLong) = try Self.end(of: trim, in: info, limit)
        let whole = (info.start, info.start + info.duration)
        guard trim.from > .zero || to < info.duration else {
            (start, end, frameLimit, trimRange, findings) = (whole.0, whole.1, nil, nil, [])
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
        end = max(last, first + Self.tolerance)
        frameLimit = frames == nil ? nil : limit
        trimRange = TrimRange(
            from: (first - info.start).doubleValue, to: (end - info.start).doubleValue)
        findings = [Self.finding(info, first, end, isTooLong: isTooLong)]
    }

    /// Returns the end of the range, in seconds from time 0 of the upload, and whether the limit has shortened the range.
    ///
    /// - Throws: `PlanningError` as the initializer.
    private static func end(
        of trim: TrimRequest, in info: MediaInfo, _ limit: Limits.Duration
    ) throws(PlanningError) -> (Rational, isTooLong: Bool) {
        guard trim.from < info.duration else {
            throw PlanningError(
                code: .beyondEnd,
                message:
                    "the start time lies after the end of the upload, which lasts"
                    + " \(TimeText.text(info.duration))",
                advice: "choose an earlier start time", condition: .startsAfterEnd)
        }
        var to = min(trim.to ?? info.duration, info.duration)
        let isTooLong = limit.max.map { to - trim.from > $0 } ?? false
        if let longest = limit.max, isTooLong {
            guard limit.over == .trim else {
                throw PlanningError(
                    code: .tooLong,
                    message: "it lasts \(TimeText.text(to - trim.from)), more than the preset's"
                        + " \(TimeText.text(longest))",
                    advice: "upload a shorter file, or raise limits.duration in the preset",
                    condition: .longerThanLimit)
            }
            to = trim.from + longest
        }
        guard to - trim.from <= MediaBounds.packageDuration else {
            throw PlanningError(
                code: .timesUnusable,
                message:
                    "it lasts \(TimeText.text(to - trim.from)), and the longest package lasts"
                    + " \(TimeText.text(MediaBounds.packageDuration))",
                advice: "choose a shorter trim range")
        }
        return (to, isTooLong)
    }

    private static func finding(
        _ info: MediaInfo, _ start: Rational, _ end: Rational, isTooLong: Bool
    ) -> Finding {
        func text(_ seconds: Rational) -> String {
            TimeText.text(Rational((seconds * 1000).rounded, 1000))
        }
        let (from, to) = (text(start - info.start), text(end - info.start))
        return Finding(
            .trimmed, isTooLong ? .warning : .info,
            "Only the range from \(from) to \(to) of \(text(info.duration)) is published"
                + (isTooLong ? ", as the preset's limits.duration requires." : "."))
    }

    /// Rounds a time to the microsecond, as all times of an upload's clock are.
    private static func rounded(_ seconds: Rational) -> Rational {
        Rational((seconds * 1_000_000).rounded, 1_000_000)
    }

    /// The borders of frames, and the times that are moved to them.
    private struct FrameClock {
        private let times: [Int]
        private let timeBase: Rational
        /// The usual duration of a frame, in seconds.
        private let period: Rational

        init(_ info: MediaInfo, _ frames: FrameIndex?) {
            times = frames?.times ?? []
            timeBase = frames?.timeBase ?? Rational(1)
            period = info.video?.frameRate.rate.inverse ?? Rational(1)
        }

        private func seconds(_ frame: Int) -> Rational { .seconds(times[frame], timeBase) }

        /// Returns the number of frames that have started at a time.
        private func started(at time: Rational) -> Int {
            times.partitioningIndex { .seconds($0, timeBase) > time }
        }

        /// Returns the start of the range for a time, and its first frame.
        func start(_ time: Rational) -> (Rational, frame: Int) {
            let next = started(at: time + PublishedRange.tolerance)
            guard next > 0 else { return (time, 0) }
            let frame = next - 1
            if time - seconds(frame) < period { return (seconds(frame), frame) }
            // The grid would show the next frame if it is due within half a period.
            guard next < times.count else { return (time, frame) }
            return (
                min(
                    time,
                    PublishedRange.rounded(seconds(next) - period / 2 - PublishedRange.tolerance)
                ), frame
            )
        }

        /// Returns the end of the range for a time, and the number of frames that have started by then; at least the first one.
        func end(_ time: Rational, after frame: Int) -> (Rational, frameLimit: Int) {
            guard !times.isEmpty else { return (time, 0) }
            let next = max(started(at: time - PublishedRange.tolerance), frame + 1)
            guard next < times.count else { return (time, next) }
            return (seconds(next) - time < period ? seconds(next) : time, next)
        }
    }
}

extension FrameIndex {
    /// Returns the index with the first frames only.
    package func prefix(_ count: Int) -> FrameIndex {
        FrameIndex(
            timeBase: timeBase, times: Array(times.prefix(count)), lastDuration: lastDuration,
            keyframes: keyframes, isSeekable: isSeekable, hiddenPackets: hiddenPackets)
    }
}
