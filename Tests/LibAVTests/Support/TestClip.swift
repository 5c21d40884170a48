import LibAV
import MediaUnits

/// Media of this process: frames of a known brightness, encoded and muxed.
enum TestClip {
    static let size = Resolution(width: 64, height: 48)
    static let frameRate = Rational(25)

    /// A keyframe every ten frames and nowhere else.
    static let tenFrameGroups = ["preset": "veryfast", "g": "10", "sc_threshold": "0"]

    /// The brightness of frame n: frames differ from their neighbors by more than the coding error.
    static func luma(_ number: Int) -> UInt8 { UInt8(40 + number % 16 * 10) }

    /// A gray frame of one brightness, 4:2:0.
    static func gray(_ luma: UInt8, _ size: Resolution = size) throws -> Frame {
        let chroma = (size.width + 1) / 2 * ((size.height + 1) / 2)
        let pixels =
            [UInt8](repeating: luma, count: size.pixelCount)
            + [UInt8](repeating: 128, count: 2 * chroma)
        return try Frame(pixels: pixels[...], size: size, format: "yuv420p")
    }

    /// A frame of slopes and edges that move.
    static func textured(_ number: Int) throws -> Frame {
        let luma = (0..<size.pixelCount).map {
            UInt8(truncatingIfNeeded: $0 % size.width * ($0 / size.width) + 5 * number)
        }
        let chroma = [UInt8](repeating: 128, count: size.pixelCount / 2)
        return try Frame(pixels: (luma + chroma)[...], size: size, format: "yuv420p")
    }

    static func encoder(
        _ codec: String = "libx264", options: [String: String] = tenFrameGroups
    ) throws -> Encoder {
        try Encoder(
            codec, .video(size: size, pixelFormat: "yuv420p", frameRate: frameRate),
            options: options, subject: "test")
    }

    /// Encodes the first frames and lends each packet, whose times are frame numbers.
    static func encode(
        _ count: Int, with encoder: Encoder,
        _ makeFrame: (_ number: Int) throws -> Frame = { try gray(luma($0)) },
        _ body: (borrowing Packet) throws -> Void
    ) throws {
        for number in 0..<count {
            let frame = try makeFrame(number)
            frame.presentationTime = number
            try encoder.encode(frame, body)
        }
        try encoder.drain(body)
    }

    /// A clip of a number of frames in a container.
    static func bytes(
        _ count: Int = 30, codec: String = "libx264", format: String = "mp4",
        options: [String: String] = tenFrameGroups, muxing: [String: String] = [:],
        _ makeFrame: (_ number: Int) throws -> Frame = { try gray(luma($0)) }
    ) throws -> [UInt8] {
        let encoder = try encoder(codec, options: options)
        let muxer = try Muxer(inMemory: format, subject: "test")
        try muxer.addStream(encoder, timeBase: frameRate.inverse, frameRate: frameRate)
        try muxer.writeHeader(options: muxing)
        let ticks = (frameRate.inverse / muxer.timeBase(of: 0)).rounded
        try encode(count, with: encoder, makeFrame) { packet in
            packet.streamIndex = 0
            packet.presentationTime = packet.presentationTime.map { $0 * ticks }
            packet.decodeTime = packet.decodeTime.map { $0 * ticks }
            packet.duration = ticks
            try muxer.interleave(packet)
        }
        return try muxer.finish()
    }
}
