internal import MediaModel
internal import MediaUnits

/// The perceptually weighted PSNR of luma with 8 bits per sample, as FFmpeg's filter `xpsnr` defines it.
///
/// Helmrich et al., "XPSNR: A Low-Complexity Extension of the Perceptually Weighted Peak Signal-to-Noise Ratio for High-Resolution
/// Video Quality Assessment" (ICASSP 2020). The squared error of each block is divided by the visual activity of the source
/// there. The distortion of a frame is the root of the sum, that of a sequence the mean over its frames.
struct XPSNR: Sendable {
    let size: Resolution
    private let blocks: BlockGrid
    /// Whether temporal activity is the change of motion, as from 32 frames per second on, instead of the motion.
    private let isSecondOrder: Bool
    /// The factor that makes weights about 1 for a frame of average activity.
    private let scale: Double

    /// - Parameters:
    ///   - size: The size of frames, in pixels.
    ///   - frameRate: The frame rate, in frames per second.
    init(size: Resolution, frameRate: Rational) {
        self.size = size
        blocks = BlockGrid(size)
        isSecondOrder = frameRate >= Rational(32)
        // The activity of an average frame of 3840x2160 is 2^(2 · depth - 9), and it falls with the root of the area; the
        // high-pass filter has a gain of 16.
        scale = (16 * 128 / max(0.00001, BlockGrid.share(size)).squareRoot()).squareRoot()
    }

    /// The length of a block's side, in pixels; 0 for frames that are too small for blocks.
    var blockSide: Int { blocks.side }

    /// The number of pixels of each block, row by row; that of the frame if it has no blocks.
    var blockPixelCounts: [Int] { blocks.pixelCounts }

    /// The least activity, 2^(depth - 6): the gain of the filter.
    static let leastActivity = 4.0

    /// The number of frames before a frame by which its weights are calculated.
    var predecessors: Int { isSecondOrder ? 2 : 1 }

    /// Returns the weights of a frame.
    ///
    /// - Parameters:
    ///   - source: A frame of the source.
    ///   - earlier: The frames before it, the nearest first; missing ones count as black.
    /// - Returns: The weight of each block, row by row; empty for frames that are too small for blocks, which have the PSNR.
    func weights(of source: LumaPlane, after earlier: [LumaPlane]) -> [Double] {
        guard blocks.side > 0 else { return [] }
        let spatial = blocks.spatialActivity(of: source)
        let temporal = blocks.temporalActivity(
            of: source, after: Array(earlier.prefix(predecessors)), isSecondOrder: isSecondOrder)
        let weights = zip(spatial, temporal).map { spatial, temporal in
            // Blocks without inner pixels have no activity.
            spatial.map { 1 / max(Self.leastActivity, $0 + 2 * temporal) } ?? 1
        }
        return size.pixelCount <= 640 * 480 ? blocks.limited(weights) : weights
    }

    /// Returns the squared error of each block of a decoded frame, row by row, or of the frame if it has no blocks.
    func errors(of decoded: LumaPlane, from source: LumaPlane) -> [Double] {
        blocks.squaredErrors(decoded, source)
    }

    /// Returns the distortion of a decoded frame.
    ///
    /// - Parameters:
    ///   - errors: The squared error of each block.
    ///   - weights: The weights of the frame of the source.
    /// - Returns: The root of the weighted error, as a share of that of frames that differ by 255 everywhere.
    func distortion(errors: [Double], weights: [Double]) -> Double {
        weights.isEmpty
            ? root(errors.reduce(0, +))
            : distortion(weightedError: zip(errors, weights).reduce(0) { $0 + $1.0 * $1.1 })
    }

    /// Returns the distortion of a frame by the sum of its weighted squared errors.
    func distortion(weightedError: Double) -> Double { root(weightedError * scale) }

    private func root(_ sum: Double) -> Double {
        (sum / Double(size.pixelCount)).squareRoot() / 255
    }
}

/// The XPSNR of a sequence of frames.
struct XPSNRMeter {
    private let xpsnr: XPSNR
    /// The last frames of the source, the nearest first.
    private var earlier: [LumaPlane] = []
    /// The number of frames.
    private(set) var count = 0
    private var sum = 0.0

    init(size: Resolution, frameRate: Rational) {
        xpsnr = XPSNR(size: size, frameRate: frameRate)
    }

    /// Takes the next frame, decoded and of the source, and returns its distortion.
    @discardableResult
    mutating func take(_ decoded: LumaPlane, source: LumaPlane) -> Double {
        let distortion = xpsnr.distortion(
            errors: xpsnr.errors(of: decoded, from: source),
            weights: xpsnr.weights(of: source, after: earlier))
        earlier = Array(([source] + earlier).prefix(xpsnr.predecessors))
        count += 1
        sum += distortion
        return distortion
    }

    /// The XPSNR of all frames, in dB.
    var decibels: Double { SegmentQuality.decibels(count > 0 ? sum / Double(count) : 0) }
}
