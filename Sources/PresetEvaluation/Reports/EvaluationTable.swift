import MediaUnits

/// The evaluations of presets as a table for a terminal, followed by the findings.
public struct EvaluationTable {
    private let evaluations: [EvaluatedPreset]

    public init(_ evaluations: [EvaluatedPreset]) { self.evaluations = evaluations }

    /// The table, the findings and a summary.
    public var text: String {
        let grid = TextGrid(
            header: [
                "PRESET", "CLIP", "RUNG", "SIZE", "BYTES", "PEAK/CEILING", "SSIM", "PSNR", "XPSNR",
                "VMAF", "SPEED", "FINDINGS",
            ], rows: evaluations.flatMap(rows), texts: [0, 1, 2, 3, 11]
        ).withoutEmptyColumns
        let findings = evaluations.flatMap { evaluation in
            EvaluationFindings.of(evaluation).map {
                "\($0.finding.severity.rawValue): \($0.subject)\($0.finding.text)".oneLine
            }
        }
        return ([grid.aligned, ""] + findings + [summary]).joined(separator: "\n")
    }

    private func rows(_ evaluation: EvaluatedPreset) -> [[String]] {
        evaluation.clips.flatMap { clip -> [[String]] in
            let first = [evaluation.preset, clip.clip.oneLine]
            let speed = clip.wallSeconds > 0 ? Figure.fixed(clip.speed, 2) + "x" : ""
            guard !clip.rungs.isEmpty else {
                return [
                    first + ["", "", "\(ByteCount(clip.bytes))", "", "", "", "", "", speed]
                        + [count(clip.findings)]
                ]
            }
            let names = clip.rungs.map(\.name)
            return clip.rungs.enumerated().map { index, rung in
                let findings = clip.findings.filter {
                    $0.rendition == rung.name
                        || index == 0 && !names.contains($0.rendition ?? "")
                }
                var row = index == 0 ? first : ["", ""]
                row += [rung.name, "\(rung.width)x\(rung.height)", "\(ByteCount(rung.bytes))"]
                row.append("\(rung.peak / 1000)/\(rung.ceiling / 1000)k")
                row.append(rung.ssimDecibels.map { Figure.fixed($0, 2) + " dB" } ?? "")
                row.append(rung.psnr.map { Figure.fixed($0, 2) + " dB" } ?? "")
                row.append(rung.xpsnr.map { Figure.fixed($0, 2) + " dB" } ?? "")
                row.append(rung.vmaf.map { Figure.fixed($0, 2) } ?? "")
                row += [index == 0 ? speed : "", count(findings)]
                return row
            }
        }
    }

    /// Returns the number of findings: `1 error, 2 notes`.
    private func count(_ findings: [EvaluationFinding]) -> String {
        [EvaluationFinding.Severity.error, .note].compactMap { severity -> String? in
            let count = findings.count { $0.severity == severity }
            return count == 0 ? nil : CountText.text(count, severity.rawValue)
        }.joined(separator: ", ")
    }

    private var summary: String {
        let failed = evaluations.count(where: \.hasFailed)
        let clips = evaluations.reduce(0) { $0 + $1.clips.count }
        return
            "\(CountText.text(evaluations.count, "preset")), \(CountText.text(clips, "evaluation")), "
            + (failed == 0 ? "none failed" : "\(failed) failed")
    }
}

/// The findings of an evaluation, each with its file and clip.
enum EvaluationFindings {
    static func of(_ evaluation: EvaluatedPreset) -> [(
        subject: String, clip: String?, finding: EvaluationFinding
    )] {
        evaluation.findings.map { ("\(evaluation.file): ", nil, $0) }
            + evaluation.clips.flatMap { clip in
                clip.findings.map { ("\(evaluation.file): \(clip.clip): ", clip.clip, $0) }
            }
    }
}
