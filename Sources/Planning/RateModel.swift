internal import Foundation
internal import MediaModel
internal import MediaUnits
internal import VideoCodecs

/// The bit rate and quality of a rendition at any CRF, from samples that were encoded with one.
struct RateModel {
    /// The effects of a step of CRF.
    struct Step {
        /// The XPSNR that it costs, in dB.
        let decibels: Double
        /// The number of steps that halve the bits.
        let halving: Double

        /// The medians of 22 clips at three sizes, most of them of cameras.
        ///
        /// Nine of ten have 0.52 to 0.92 dB, and half of them 5.0 to 6.2 steps (docs/encoding.md).
        static let camera = Step(decibels: 0.67, halving: 5.6)
        /// The means of four recordings of screens at two sizes, which have 0.71 to 0.87 dB, and 7.7 to 14.4 steps.
        static let screen = Step(decibels: 0.81, halving: 10)
    }

    /// The CRF of the samples.
    let crf: Double
    /// The bit rate at that CRF without a ceiling, in bits per second.
    let bitrate: Double
    /// The XPSNR at that CRF, in dB.
    let xpsnr: Double
    /// The effects of a step of CRF.
    private let step: Step

    /// Makes the model of a rung; `nil` without samples.
    ///
    /// - Parameters:
    ///   - samples: The samples of the rung, all with one CRF.
    ///   - rung: The rung.
    ///   - content: The kind of the upload's content; `nil` if it was not measured.
    init?(_ samples: [EncodedSample], of rung: RungPlan, content: VideoContent?) {
        let frames = samples.reduce(0) { $0 + $1.frames }
        let keyFrames = samples.reduce(0) { $0 + $1.keyFrames }
        guard let first = samples.first, frames > 0, keyFrames > 0 else { return nil }
        crf = first.crf
        step = content == .screen ? .screen : .camera
        let keyBits = Double(samples.reduce(0) { $0 + $1.keyBits }) / Double(keyFrames)
        // A sample of a single frame says nothing about the others.
        let others = max(1, frames - keyFrames)
        let otherBits = Double(samples.reduce(0) { $0 + $1.otherBits }) / Double(others)
        bitrate =
            (keyBits + otherBits * Double(rung.gop - 1)) / Double(rung.gop)
            * rung.frameRate.doubleValue
        // XPSNR is the mean of distortions, not of decibels.
        let distortion = samples.reduce(0) {
            $0 + Double($1.frames) / Double(frames) * pow(10, -$1.xpsnr / 20)
        }
        xpsnr = -20 * log10(distortion)
    }

    func bitrate(at crf: Double) -> Double {
        bitrate * exp2((self.crf - crf) / step.halving)
    }

    func xpsnr(at crf: Double) -> Double { xpsnr + (self.crf - crf) * step.decibels }

    /// Returns the CRF of a bit rate, in bits per second.
    func crf(ofBitrate wanted: Double) -> Double {
        crf - step.halving * log2(max(1, wanted) / max(1, bitrate))
    }

    /// Returns the CRF of an XPSNR, in dB.
    func crf(ofXPSNR wanted: Double) -> Double { crf - (wanted - xpsnr) / step.decibels }
}
