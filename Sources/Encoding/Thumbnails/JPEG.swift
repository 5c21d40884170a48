internal import LibAV
internal import MediaUnits

/// JPEG images of posters and storyboards.
enum JPEG {
    /// The quantizer of libavcodec, 2 (best) to 31: at 4 a 1280x720 poster has about 150 kB and no visible blocks.
    private static let quantizer = 4

    /// Encodes a `yuvj420p` frame of the given size.
    static func encode(_ frame: borrowing Frame, _ size: Resolution) throws -> [UInt8] {
        let encoder = try Encoder(
            "mjpeg", .video(size: size, pixelFormat: "yuvj420p", frameRate: Rational(25)),
            // FF_QP2LAMBDA (libavutil/avutil.h) is 118.
            options: [
                "flags": "+qscale", "global_quality": "\(quantizer * 118)", "huffman": "optimal",
            ],
            subject: "JPEG")
        frame.presentationTime = 0
        frame.clearPictureType()
        var bytes: [UInt8] = []
        try encoder.encode(frame) { bytes += $0.copyBytes() }
        try encoder.drain { bytes += $0.copyBytes() }
        return bytes
    }
}
