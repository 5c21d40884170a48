import Transcoding

/// What a run's progress looks like: events in, lines out; the time is passed in, nothing is
/// written.
struct ProgressView {
    private let style: TextStyle
    /// The size in bytes of an upload, 0 if it has none.
    private let fileSize: @Sendable (String) -> Int
    private var folder = FolderProgress()
    /// The uploads that are being worked on, in the order in which they were begun.
    private var active: [UploadProgress] = []
    private var ended: Set<FolderProgress.Key> = []
    private var hasStarted = false

    init(style: TextStyle, fileSize: @escaping @Sendable (String) -> Int) {
        self.style = style
        self.fileSize = fileSize
    }

    /// Share of the run's expected work that is done, 0...1, never smaller than before.
    var fraction: Double { folder.fraction }

    /// Takes an event, at a time in seconds from any start.
    mutating func apply(_ event: RunEvent, at time: Double) {
        switch event {
        case .started(let uploads, let bytes):
            hasStarted = true
            folder.start(uploads: uploads, bytes: bytes)
        case .skipped:
            break
        case .planned(let upload, let name, let duration, let rungs, _):
            folder.plan(
                .init(upload: upload, name: name), duration: duration, rungs: rungs,
                bytes: fileSize(upload))
        case .progress(let progress):
            // Events come from many threads; one may arrive after its upload's end.
            guard !ended.contains(progress.key) else { return }
            folder.advance(progress.key, to: progress.fraction, at: time)
            if let index = active.firstIndex(where: { $0.key == progress.key }) {
                active[index] = progress
            } else {
                active.append(progress)
            }
        case .finished(let result):
            ended.insert(result.key)
            active.removeAll { $0.key == result.key }
            finish(result)
        }
    }

    private mutating func finish(_ result: UploadResult) {
        let (didWork, isFailure): (Bool, Bool)
        switch result.outcome {
        case .published: (didWork, isFailure) = (true, false)
        case .unchanged: (didWork, isFailure) = (false, false)
        case .failed: (didWork, isFailure) = (false, true)
        // What was stopped is not done.
        case .interrupted: return
        }
        folder.finish(
            result.key, didWork: didWork, isFailure: isFailure, bytes: fileSize(result.upload))
    }

    /// A line for each active upload, then one for the folder, none wider than the terminal.
    ///
    /// Where there are more than rows, the uploads begun last are counted only. A run of one upload
    /// has no folder.
    func lines(in size: TerminalSize, at time: Double) -> [String] {
        guard hasStarted else { return [] }
        let isSingle = folder.uploadCount == 1 && active.count == 1
        // One row for the folder, one so that what has scrolled off stays visible.
        let limit = max(0, size.rows - 2)
        let isCrowded = active.count > limit
        let shown = active.prefix(isCrowded ? max(0, limit - 1) : limit)
        let label = folderLabel
        let names = shown.map { $0.name.printable } + (isSingle ? [] : [label])
        let layout = ProgressLayout(
            columns: size.columns, longestName: names.map(\.displayWidth).max() ?? 0)
        var lines = shown.map { line(for: $0, layout) }
        if isCrowded, limit > 0 {
            let more = "and \(active.count - shown.count) more"
            lines.append(more.truncated(toWidth: size.columns - 1))
        }
        if !isSingle {
            lines.append(
                line(
                    label, folder.fraction, remaining: remaining(at: time), speed: nil,
                    frameRate: nil, layout))
        }
        return lines
    }

    /// One line for a log: `42 %, 3 of 12 uploads, 1 failed, ETA 1:23; clip.mp4 61 % at 3.9x`.
    func summary(at time: Double) -> String {
        var parts = [Quantity.percent(folder.fraction), folderLabel]
        if let remaining = remaining(at: time) {
            parts.append("ETA \(Quantity.clock(remaining))")
        }
        let uploads = active.prefix(Self.uploadsInSummary).map { progress in
            let speed = Quantity.speed(progress.realTimeFactor)
            return "\(progress.name.printable) \(Quantity.percent(progress.fraction)) at \(speed)"
        }
        return ([parts.joined(separator: ", ")] + uploads).joined(separator: "; ")
    }

    /// Chosen because a longer line is not read.
    private static let uploadsInSummary = 4

    /// Seconds that are left of the run: never less than of one of its uploads, since all of them have to end first.
    ///
    /// `nil` where the run's own speed is not known yet.
    private func remaining(at time: Double) -> Double? {
        folder.remaining(at: time).map { folder in
            active.compactMap(\.remaining).filter(\.isFinite).reduce(folder, max)
        }
    }

    private var folderLabel: String {
        let failed = folder.failedCount > 0 ? ", \(folder.failedCount) failed" : ""
        return "\(folder.finishedCount) of \(folder.uploadCount) uploads\(failed)"
    }

    private func line(for progress: UploadProgress, _ layout: ProgressLayout) -> String {
        line(
            progress.name.printable, progress.fraction, remaining: progress.remaining,
            speed: progress.realTimeFactor, frameRate: progress.framesPerSecond, layout)
    }

    private func line(
        _ name: String, _ fraction: Double, remaining: Double?, speed: Double?, frameRate: Double?,
        _ layout: ProgressLayout
    ) -> String {
        var columns = [
            name.truncated(toWidth: layout.nameWidth).padded(toWidth: layout.nameWidth)
        ]
        func add(_ text: String?, _ width: Int) {
            columns.append((text ?? "").truncated(toWidth: width).rightAligned(toWidth: width))
        }
        if layout.barWidth > 0 { columns.append(bar(fraction, width: layout.barWidth)) }
        add(Quantity.percent(fraction), ProgressLayout.percentWidth)
        if layout.showsFrameRate {
            add(frameRate.map(Quantity.frameRate), ProgressLayout.frameRateWidth)
        }
        if layout.showsSpeed { add(speed.map(Quantity.speed), ProgressLayout.speedWidth) }
        if layout.showsRemaining {
            add(remaining.map { "ETA \(Quantity.clock($0))" }, ProgressLayout.remainingWidth)
        }
        let line = columns.joined(separator: ProgressLayout.gap)
        return layout.barWidth > 0 ? line : line.truncated(toWidth: layout.limit)
    }

    private func bar(_ fraction: Double, width: Int) -> String {
        let share = fraction.isNaN ? 0 : max(0, min(1, fraction))
        let filled = Int(share * Double(width))
        let (done, left) = style.hasUnicode ? ("█", "░") : ("#", ".")
        return style.green(String(repeating: done, count: filled))
            + style.dim(String(repeating: left, count: width - filled))
    }
}

extension UploadProgress {
    fileprivate var key: FolderProgress.Key { .init(upload: upload, name: name) }
}

extension UploadResult {
    fileprivate var key: FolderProgress.Key { .init(upload: upload, name: name) }
}
