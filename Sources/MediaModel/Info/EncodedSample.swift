/// A sample of an upload that was encoded before the upload is planned.
package struct EncodedSample: Codable, Hashable, Sendable {
    /// The distance of the frames that are compared: these are of all types, where every fourth frame often is a P-frame.
    package static let comparedInterval = 5

    /// The rung's name.
    package let rung: String
    /// The encoder's constant rate factor.
    package let crf: Double
    /// The number of frames.
    package let frames: Int
    /// The number of IDR frames among them; the first frame is one.
    package let keyFrames: Int
    /// The bits of the IDR frames.
    package let keyBits: Int
    /// The bits of all other frames.
    package let otherBits: Int
    /// The XPSNR of luma, in dB, 0...100.
    package let xpsnr: Double

    package init(
        rung: String, crf: Double, frames: Int, keyFrames: Int, keyBits: Int, otherBits: Int,
        xpsnr: Double
    ) {
        self.rung = rung
        self.crf = crf
        self.frames = frames
        self.keyFrames = keyFrames
        self.keyBits = keyBits
        self.otherBits = otherBits
        self.xpsnr = xpsnr
    }
}
