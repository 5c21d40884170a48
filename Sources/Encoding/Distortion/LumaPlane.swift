internal import LibAV
internal import MediaUnits

/// The luma of a frame: 8 bits per sample, row by row without padding.
struct LumaPlane: Sendable {
    let size: Resolution
    let samples: [UInt8]

    /// - Precondition: There are as many samples as pixels.
    init(_ samples: [UInt8], size: Resolution) {
        precondition(samples.count == size.pixelCount)
        self.samples = samples
        self.size = size
    }

    /// Copies the luma of a frame; `nil` if its format has none of integers.
    init?(_ frame: borrowing Frame) {
        size = frame.size
        guard let samples = frame.luma(from: 0, count: size.height) else { return nil }
        self.samples = samples
    }
}
