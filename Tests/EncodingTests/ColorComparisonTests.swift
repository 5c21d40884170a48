import Foundation
import Testing

/// Ours beside zscale with libavfilter's `tonemap`: the table of docs/color.md, written by Scripts/color-patches.
@Suite struct ColorComparisonTests {
    private static let file = ProcessInfo.processInfo.environment["VT_COLOR_PATCHES"]

    @Test(.enabled(if: file != nil)) func theTableIsWritten() throws {
        var lines: [String] = []
        for coding in HighRangeCoding.allCases {
            let figures = try PatchFrame.Rendering.allCases.map { try Figures(coding, $0) }
            lines.append(
                "| \(String(describing: coding).uppercased()) | vtranscode | hable | mobius |")
            lines.append("| --- | --- | --- | --- |")
            func row(_ name: String, _ value: (Figures) -> String) {
                lines.append("| \(name) | \(figures.map(value).joined(separator: " | ")) |")
            }
            row("luma of a gray of 18 % (26 cd/m2)") { $0.percent($0.grey) }
            row("luma of reference white (203 cd/m2)") { $0.percent($0.white) }
            row("luma of 1,000 cd/m2") { $0.percent($0.peak) }
            row("codes from reference white to 1,000 cd/m2") { "\($0.highlights)" }
            row("decreases of luma, 0 to 1,000 cd/m2") { "\($0.falls)" }
            row("largest chroma of a gray, codes") { "\($0.greyError)" }
            for (name, patches) in [
                ("skin", ColorPatch.skin), ("sky", ColorPatch.sky),
                ("grass and leaves", ColorPatch.grass), ("other surfaces", ColorPatch.others),
            ] {
                row("largest difference of hue and chroma, \(name)") {
                    String(format: "%.1f", $0.largest(patches))
                }
            }
            lines.append("")
        }
        let path = try #require(Self.file)
        try lines.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
    }

    /// What a rendering makes of the patches of a coding.
    private struct Figures {
        let grey: Double
        let white: Double
        let peak: Double
        let highlights: Int
        let falls: Int
        let greyError: Int
        private let codes: [String: [UInt8]]

        init(_ coding: HighRangeCoding, _ rendering: PatchFrame.Rendering) throws {
            let ramp = try coding.greys((0...500).map { Double($0 * 2) }, by: rendering)
            let luma = ramp.map { Int($0[0]) }
            falls = zip(luma, luma.dropFirst()).filter { $0 > $1 }.count
            greyError = ramp.map { max(abs(Int($0[1]) - 128), abs(Int($0[2]) - 128)) }.max() ?? 0
            let greys = try coding.greys([26, ColorPatch.referenceWhite, 1_000], by: rendering)
            let signals = greys.map { (Double($0[0]) - 16) / 219 }
            (grey, white, peak) = (signals[0], signals[1], signals[2])
            highlights = Int(greys[2][0]) - Int(greys[1][0])
            let patches = ColorPatch.all
            let rendered = try coding.rendered(patches.map(\.light), by: rendering)
            codes = Dictionary(uniqueKeysWithValues: zip(patches.map(\.name), rendered))
        }

        func largest(_ patches: [ColorPatch]) -> Double {
            patches.compactMap { patch in codes[patch.name].map(patch.difference) }.max() ?? 0
        }

        func percent(_ signal: Double) -> String { String(format: "%.0f %%", signal * 100) }
    }
}
