import Foundation
import TestSupport
import Testing

@testable import PresetEvaluation

@Suite struct ReportTests {
    private static func rung(_ name: String, _ bytes: Int, _ ssim: Double) -> EvaluatedRung {
        EvaluatedRung(
            name: name, width: 1280, height: 720, bytes: bytes, peak: 1_250_000,
            ceiling: 3_000_000, crf: 25, ssim: ssim, psnr: 40)
    }

    private let before = EvaluatedPreset(
        file: "a.yaml", preset: "a",
        clips: [
            EvaluatedClip(
                clip: "pan|<ned>.mp4", seconds: 4, wallSeconds: 2, cpuSeconds: 3, bytes: 150_000,
                rungs: [rung("720p", 100_000, 0.99), rung("360p", 40_000, 0.9)],
                findings: [
                    EvaluationFinding(.error, .ceiling, "360p", "a\nb & \u{1B}[1m 100%"),
                    EvaluationFinding(.note, .peak, "720p", "much"),
                ])
        ])
    private let after = EvaluatedPreset(
        file: "b.yaml", preset: "b",
        clips: [
            EvaluatedClip(
                clip: "pan|<ned>.mp4", seconds: 4, wallSeconds: 2, cpuSeconds: 6, bytes: 120_000,
                rungs: [rung("720p", 110_000, 0.999)], findings: [])
        ])

    @Test func tableHasALineForEachRung() {
        let expected = """
            PRESET  CLIP           RUNG  SIZE       BYTES  PEAK/CEILING      SSIM      PSNR  SPEED  FINDINGS
            a       pan|<ned>.mp4  720p  1280x720  100 kB    1250/3000k  20.00 dB  40.00 dB  2.00x  1 note
                                   360p  1280x720  40.0 kB    1250/3000k  10.00 dB  40.00 dB         1 error

            error: a.yaml: pan|<ned>.mp4: 360p: ceiling: a\u{FFFD}b & \u{FFFD}[1m 100%
            note: a.yaml: pan|<ned>.mp4: 720p: peak: much
            1 preset, 1 evaluation, 1 failed
            """
        #expect(EvaluationTable([before]).text.squeezed == expected.squeezed)
    }

    @Test func annotationIsOneCommand() {
        let lines = EvaluationAnnotations([before]).text.split(separator: "\n")
        #expect(
            lines[0] == "::error file=a.yaml,title=ceiling::pan|<ned>.mp4: 360p: ceiling: "
                + "a%0Ab & \u{1B}[1m 100%25")
        #expect(lines[1].hasPrefix("::notice file=a.yaml,title=peak::"))
    }

    @Test func annotationHasThePathInTheRepository() {
        let command = GitHubCommand(
            "error", file: "./a, b.yaml", position: (3, 10), title: "value.type", "bad")
        #expect(
            command.description == "::error file=a%2C b.yaml,line=3,col=10,title=value.type::bad")
    }

    /// Python's parser finds each test case.
    @Test func jUnitReportIsValid() async throws {
        let folder = try TemporaryFolder("junit")
        let slow = EvaluatedPreset(
            file: "c&d.yaml", preset: "c", clips: [],
            findings: [EvaluationFinding(.error, .time, nil, "not done")])
        try EvaluationJUnit([before, after, slow]).text.write(
            to: folder.file("report.xml"), atomically: true, encoding: .utf8)
        let script = """
            import sys, xml.etree.ElementTree as tree
            root = tree.parse(sys.argv[1]).getroot()
            print(root.get("tests"), root.get("failures"))
            for case in root.iter("testcase"):
                kinds = [(part.tag, part.get("type")) for part in case]
                print(case.get("classname"), case.get("name"), kinds)
            """
        let output = try await Command(
            "python3", ["-c", script, folder.file("report.xml").path]
        ).succeed()
        #expect(
            output.lines == [
                "3 2", "a pan|<ned>.mp4 [('failure', 'ceiling'), ('system-out', None)]",
                "b pan|<ned>.mp4 []", "c all clips [('failure', 'time')]",
            ])
    }

    @Test func errorFailsAnEvaluation() {
        #expect(before.hasFailed)
        #expect(!after.hasFailed)
    }

    @Test func differenceIsReported() {
        let expected = """
            Clip Rung Bytes Change SSIM Change CPU Change
            pan|<ned>.mp4 all 150 kB → 120 kB -20.0 % 3.0 s → 6.0 s +100.0 %
            720p 100 kB → 110 kB +10.0 % 20.00 dB → 30.00 dB +10.00 dB
            360p 40.0 kB → none dropped 10.00 dB → none

            error: pan|<ned>.mp4: a.yaml: 360p: ceiling: a\u{FFFD}b & \u{FFFD}[1m 100%
            2 of 2 renditions change; bytes -20.0 %, CPU time +100.0 %
            """
        let text = DifferenceTable(EvaluationDifference(before, after)).text
        #expect(text.squeezed == expected.squeezed)
    }

    /// Totals are of the clips that both presets encoded; errors of no clip are shown once.
    @Test func clipOfOnePresetIsNotCompared() {
        let failed = EvaluatedPreset(
            file: "a.yaml", preset: "a",
            clips: [EvaluatedClip(clip: "pan|<ned>.mp4", findings: [])],
            findings: [.error(.time, nil, "late")])
        let difference = EvaluationDifference(failed, after)
        #expect(!difference.afterHasFailed && EvaluationDifference(after, failed).afterHasFailed)
        let lines = DifferenceTable(difference).text.squeezed
        #expect(lines[1].hasPrefix("pan|<ned>.mp4 all none → 120 kB added"))
        #expect(lines.filter { $0.contains("late") } == ["error: a.yaml: time: late"])
        #expect(lines.last?.hasSuffix("; 0 of 1 clips encoded with both presets") == true)
        let none = EvaluatedPreset(
            file: "a.yaml", preset: "a", clips: [], findings: failed.findings)
        #expect(DifferenceTable(EvaluationDifference(none, none)).text.contains("late"))
    }

    @Test func fileNameIsEscapedInMarkdown() {
        let text = DifferenceTable(EvaluationDifference(after, after)).markdown
        #expect(
            text == """
                ### `b.yaml` → `b.yaml`

                0 of 1 renditions change; bytes +0.0 %, CPU time +0.0 %

                | Clip | Rung | Bytes | Change | SSIM | Change | CPU | Change |
                | --- | --- | --: | --: | --: | --: | --: | --: |
                | pan\\|\\<ned\\>.mp4 | all | 120 kB | = |  |  | 6.0 s | = |
                |  | 720p | 110 kB | = | 30.00 dB | +0.00 dB |  |  |
                """)
    }
}

extension String {
    /// The lines with single spaces, since the width of columns varies.
    fileprivate var squeezed: [String] {
        split(separator: "\n", omittingEmptySubsequences: false).map {
            $0.split(separator: " ").joined(separator: " ")
        }
    }
}
