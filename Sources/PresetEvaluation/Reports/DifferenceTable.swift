import MediaUnits

/// The comparison of two evaluations as a table.
public struct DifferenceTable {
    private let difference: EvaluationDifference

    public init(_ difference: EvaluationDifference) { self.difference = difference }

    /// The table for a terminal.
    public var text: String {
        let errors = self.errors.map { "error: \($0)" }
        return ([grid.aligned, ""] + errors + [summary]).joined(separator: "\n")
    }

    /// The table in Markdown, for a comment on a pull request.
    public var markdown: String {
        let errors = self.errors.map { "- error: `\($0.replacing("`", with: "'"))`" }
        let title =
            "### `\(difference.before.oneLine.replacing("`", with: "'"))` → "
            + "`\(difference.after.oneLine.replacing("`", with: "'"))`"
        let list = errors.isEmpty ? [] : [""] + errors
        return ([title, "", summary, "", grid.markdown] + list).joined(separator: "\n")
    }

    private var errors: [String] {
        let ofClips = difference.clips.flatMap { clip in clip.errors.map { "\(clip.clip): \($0)" } }
        return (ofClips + difference.errors).map(\.oneLine)
    }

    private var grid: TextGrid {
        TextGrid(
            header: [
                "Clip", "Rung", "Bytes", "Change", "SSIM", "Change", "XPSNR", "VMAF", "CPU",
                "Change",
            ],
            rows: difference.clips.flatMap(rows), texts: [0, 1]
        ).withoutEmptyColumns
    }

    private func rows(_ clip: EvaluationDifference.Clip) -> [[String]] {
        let (bytes, cpu) = (clip.bytes, clip.cpuSeconds)
        let whole = [
            clip.clip.oneLine, "all", pair(bytes) { "\(ByteCount($0))" }, change(bytes), "", "", "",
            "",
            pair(cpu) { Figure.fixed($0, 1) + " s" }, change(cpu),
        ]
        return [whole]
            + clip.rungs.map { rung in
                let gain: String =
                    if let before = rung.ssim.before, let after = rung.ssim.after {
                        Figure.signed(
                            Decibels.ofSimilarity(after) - Decibels.ofSimilarity(before), 2) + " dB"
                    } else {
                        ""
                    }
                return [
                    "", rung.name, pair(rung.bytes) { "\(ByteCount($0))" }, change(rung.bytes),
                    pair(rung.ssim) { Figure.fixed(Decibels.ofSimilarity($0), 2) + " dB" }, gain,
                    pair(rung.xpsnr) { Figure.fixed($0, 2) + " dB" },
                    pair(rung.vmaf) { Figure.fixed($0, 2) }, "", "",
                ]
            }
    }

    private func pair<Value>(
        _ change: EvaluationDifference.Change<Value>, _ text: (Value) -> String
    ) -> String {
        switch (change.before, change.after) {
        case (nil, nil): ""
        case (let before?, let after?) where text(before) == text(after): text(after)
        case (let before, let after):
            "\(before.map(text) ?? "none") → \(after.map(text) ?? "none")"
        }
    }

    private func change(_ change: EvaluationDifference.Change<Int>) -> String {
        self.change(
            EvaluationDifference.Change(
                before: change.before.map(Double.init), after: change.after.map(Double.init)))
    }

    private func change(_ change: EvaluationDifference.Change<Double>) -> String {
        switch (change.before, change.after) {
        case (let before?, let after?):
            before == after ? "=" : Figure.change(from: before, to: after)
        case (_?, nil): "dropped"
        case (nil, _?): "added"
        case (nil, nil): ""
        }
    }

    /// Totals are of the clips that both presets encoded.
    private var summary: String {
        let compared = difference.clips.filter { $0.bytes.before != nil && $0.bytes.after != nil }
        func total<Value>(
            _ value: KeyPath<EvaluationDifference.Clip, EvaluationDifference.Change<Value>>,
            _ side: KeyPath<EvaluationDifference.Change<Value>, Value?>, _ number: (Value) -> Double
        ) -> Double {
            compared.reduce(0) {
                $0 + ($1[keyPath: value][keyPath: side].map(number) ?? 0)
            }
        }
        let bytes = Figure.change(
            from: total(\.bytes, \.before, Double.init), to: total(\.bytes, \.after, Double.init))
        let cpu = Figure.change(
            from: total(\.cpuSeconds, \.before) { $0 }, to: total(\.cpuSeconds, \.after) { $0 })
        let rungs = difference.clips.reduce(0) { $0 + $1.rungs.count }
        let (count, all) = (compared.count, difference.clips.count)
        return "\(difference.changedRungs) of \(rungs) renditions change; bytes \(bytes), "
            + "CPU time \(cpu)"
            + (count < all ? "; \(count) of \(all) clips encoded with both presets" : "")
    }
}
