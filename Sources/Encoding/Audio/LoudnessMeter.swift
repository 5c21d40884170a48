internal import Foundation
internal import LibAV
internal import MediaModel
internal import MediaUnits

/// A meter of gated loudness (EBU R 128) and true peaks.
///
/// The meter stores a histogram, not samples, so its memory does not grow with the track.
final class LoudnessMeter {
    private var graph: FilterGraph?
    private let output: Frame
    private var integrated: Double?
    private var peak = Float(0)

    init() throws { output = try Frame() }

    /// Measures a frame of planar floats; all frames have the same rate and layout.
    func take(_ frame: borrowing Frame) throws {
        let graph = try graph ?? makeGraph(frame)
        self.graph = graph
        try graph.push(frame)
        try pull(graph)
    }

    func finish() throws -> MeasuredLoudness {
        if let graph {
            try graph.end()
            try pull(graph)
        }
        return MeasuredLoudness(
            integrated: integrated.flatMap { $0 > MeasuredLoudness.absoluteThreshold ? $0 : nil },
            truePeak: peak > 0 && peak.isFinite ? Self.hundredths(20 * log10(Double(peak))) : nil)
    }

    private func makeGraph(_ frame: borrowing Frame) throws -> FilterGraph {
        // True peaks are those of the signal at four times the rate (BS.1770, annex 2). The filter's own are rounded to
        // a thousandth of full scale, too coarse for quiet audio.
        try FilterGraph(
            "[in]asplit[loud][high];[loud]ebur128=metadata=1:framelog=verbose[out0];"
                + "[high]aresample=\(4 * frame.sampleRate),aformat=sample_fmts=fltp[out1]",
            for: frame, isVideo: false, timeBase: Rational(1, frame.sampleRate), outputs: 2)
    }

    private func pull(_ graph: FilterGraph) throws {
        while try graph.pull(from: 0, into: output) {
            // The integrated loudness of all samples so far.
            if let text = output.annotation("lavfi.r128.I"), let value = Double(text) {
                integrated = Self.hundredths(value)
            }
        }
        while try graph.pull(from: 1, into: output) { peak = max(peak, output.samplePeak) }
    }

    private static func hundredths(_ value: Double) -> Double { (value * 100).rounded() / 100 }
}
