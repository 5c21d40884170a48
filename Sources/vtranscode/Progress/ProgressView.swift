import Storage
import Transcoding

/// The progress of a run as lines, computed from its events and the time, without output.
struct ProgressView {
    private let style: TextStyle
    /// Returns the size of an upload in bytes, 0 if it is unknown.
    private let fileSize: @Sendable (Location) -> Int
    private var folder = FolderProgress()
    /// The uploads in progress, in the order of their start.
    private var active: [UploadProgress] = []
    private var ended: Set<FolderProgress.Key> = []
    private var hasStarted = false

    init(style: TextStyle, fileSize: @escaping @Sendable (Location) -> Int) {
        self.style = style
        self.fileSize = fileSize
    }

    /// The fraction of the run's expected cost that is done, 0...1; it never decreases.
    var fraction: Double { folder.fraction }

    /// Records an event at a time, in seconds of any clock.
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
            // Events are sent by many threads; one may arrive after its upload's end.
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
        let (isEncoded, isFailure): (Bool, Bool)
        switch result.outcome {
        case .published: (isEncoded, isFailure) = (true, false)
        case .unchanged: (isEncoded, isFailure) = (false, false)
        case .failed: (isEncoded, isFailure) = (false, true)
        // An interrupted upload is not finished.
        case .interrupted: return
        }
        folder.finish(
            result.key, isEncoded: isEncoded, isFailure: isFailure, bytes: fileSize(result.upload))
    }

    /// Returns a line for each active upload, then one for the folder, none wider than the terminal.
    ///
    /// If the terminal has too few rows, the latest uploads are only counted. A run of one upload
    /// has no line for the folder.
    func lines(in size: TerminalSize, at time: Double) -> [String] {
        guard hasStarted else { return [] }
        let isSingle = folder.uploadCount == 1 && active.count == 1
        // One row is for the folder, and one for the last permanent line.
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

    /// Returns one line for a log: `42 %, 3 of 12 uploads, 1 failed, ETA 1:23; clip.mp4 61 % at 3.9x`.
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

    /// The maximum number of uploads in a summary, chosen for the length of the line.
    private static let uploadsInSummary = 4

    /// Returns the remaining seconds of the run, at least those of each of its uploads.
    ///
    /// - Returns: `nil` if the run's speed is not known yet.
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
        let part = fraction.isNaN ? 0 : max(0, min(1, fraction))
        let filled = Int(part * Double(width))
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
