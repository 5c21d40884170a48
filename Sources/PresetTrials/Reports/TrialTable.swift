import MediaUnits

/// The trials of some presets as one table for a terminal, with what was found below it.
public struct TrialTable {
    private let trials: [PresetTrial]

    public init(_ trials: [PresetTrial]) { self.trials = trials }

    public var text: String {
        let grid = TextGrid(
            header: [
                "PRESET", "CLIP", "RUNG", "SIZE", "BYTES", "PEAK/CEILING", "SSIM", "PSNR", "VMAF",
                "SPEED", "FINDINGS",
            ], rows: trials.flatMap(rows), texts: [0, 1, 2, 3, 10]
        ).withoutEmptyColumns
        let findings = trials.flatMap { trial in
            TrialFindings.of(trial).map {
                "\($0.finding.severity.rawValue): \($0.place)\($0.finding.text)".oneLine
            }
        }
        return ([grid.aligned, ""] + findings + [summary]).joined(separator: "\n")
    }

    private func rows(_ trial: PresetTrial) -> [[String]] {
        trial.clips.flatMap { clip -> [[String]] in
            let first = [trial.preset, clip.clip.oneLine]
            let speed = clip.wallSeconds > 0 ? Figure.fixed(clip.speed, 2) + "x" : ""
            guard !clip.rungs.isEmpty else {
                return [
                    first + ["", "", "\(ByteCount(clip.bytes))", "", "", "", "", speed]
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
                row.append(rung.vmaf.map { Figure.fixed($0, 2) } ?? "")
                row += [index == 0 ? speed : "", count(findings)]
                return row
            }
        }
    }

    /// `1 error, 2 notes`.
    private func count(_ findings: [TrialFinding]) -> String {
        [TrialFinding.Severity.error, .note].compactMap { severity -> String? in
            let count = findings.count { $0.severity == severity }
            return count == 0 ? nil : "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
        }.joined(separator: ", ")
    }

    private var summary: String {
        let failed = trials.count(where: \.hasFailed)
        let clips = trials.reduce(0) { $0 + $1.clips.count }
        return "\(trials.count) \(trials.count == 1 ? "preset" : "presets"), \(clips) trials, "
            + (failed == 0 ? "none failed" : "\(failed) failed")
    }
}

/// The findings of a trial, each with the file and the clip that it is of.
enum TrialFindings {
    static func of(_ trial: PresetTrial) -> [(place: String, clip: String?, finding: TrialFinding)]
    {
        trial.findings.map { ("\(trial.file): ", nil, $0) }
            + trial.clips.flatMap { clip in
                clip.findings.map { ("\(trial.file): \(clip.clip): ", clip.clip, $0) }
            }
    }
}
