internal import LibAV
internal import MediaModel
internal import VideoCodecs

extension RungPlan {
    /// Opens an encoder of the rendition, with options that make the same bytes on all CPUs.
    func encoder(_ options: [String: String], measuresErrors: Bool = false) throws -> Encoder {
        let model = codec.model
        return try Encoder(
            model.encoder, .video(size: size, pixelFormat: "yuv420p", frameRate: frameRate),
            options: EngineInfo.hasAVX512 ? model.optionsForAVX512(options) : options,
            measuresErrors: measuresErrors, subject: name)
    }
}

extension SharedFrame {
    /// Returns the frame for an encoder: its number is its time, and it has nothing of its source but the samples.
    func forEncoder(number: Int) throws -> Frame {
        let own = try frame.sharing()
        own.presentationTime = number
        own.clearPictureType()
        own.dropSideData()
        return own
    }
}
