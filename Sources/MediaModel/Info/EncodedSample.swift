/// A sample of an upload that was encoded before the upload is planned.
package struct EncodedSample: Codable, Hashable, Sendable {
    /// The rung's name.
    package let rung: String
    /// The encoder's constant rate factor.
    package let crf: Double
    /// The number of frames; the first one is an IDR frame, and the only one.
    package let frames: Int
    /// The bits of the IDR frame.
    package let keyBits: Int
    /// The bits of all other frames.
    package let otherBits: Int
    /// The XPSNR of luma, in dB, 0...100.
    package let xpsnr: Double

    package init(
        rung: String, crf: Double, frames: Int, keyBits: Int, otherBits: Int, xpsnr: Double
    ) {
        self.rung = rung
        self.crf = crf
        self.frames = frames
        self.keyBits = keyBits
        self.otherBits = otherBits
        self.xpsnr = xpsnr
    }
}
