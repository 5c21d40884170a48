extension Finding {
    /// The stable code of a finding, as docs/codes.md lists it.
    ///
    /// Any code can be decoded: another version may have made the package.
    public struct Code: RawRepresentable, Codable, Hashable, Sendable, CaseIterable {
        public static let rotated = Code(rawValue: "ROTATED")
        public static let anamorphic = Code(rawValue: "ANAMORPHIC")
        public static let oddSize = Code(rawValue: "ODD_SIZE")
        public static let variableFrameRate = Code(rawValue: "VFR")
        public static let interlaced = Code(rawValue: "INTERLACED")
        public static let dolbyVisionOnly = Code(rawValue: "DOLBY_VISION_ONLY")
        public static let pq = Code(rawValue: "HDR_PQ")
        public static let hlg = Code(rawValue: "HDR_HLG")
        public static let sizeChanges = Code(rawValue: "SIZE_CHANGES")
        public static let locationRemoved = Code(rawValue: "LOCATION_REMOVED")
        public static let coverPicture = Code(rawValue: "COVER_PICTURE")
        public static let alpha = Code(rawValue: "ALPHA")
        public static let noAudio = Code(rawValue: "NO_AUDIO")
        public static let recordingsJoined = Code(rawValue: "RECORDINGS_JOINED")
        public static let trimmed = Code(rawValue: "TRIMMED")
        public static let cuePointDropped = Code(rawValue: "CUE_POINT_DROPPED")
        public static let cuePointMoved = Code(rawValue: "CUE_POINT_MOVED")
        public static let audioOnly = Code(rawValue: "AUDIO_ONLY")
        public static let audioIgnored = Code(rawValue: "AUDIO_IGNORED")
        public static let audioCut = Code(rawValue: "AUDIO_CUT")
        public static let loudnessLimited = Code(rawValue: "LOUDNESS_LIMITED")
        public static let qualityLimited = Code(rawValue: "QUALITY_LIMITED")
        public static let tracksIgnored = Code(rawValue: "TRACKS_IGNORED")
        public static let subtitlesIgnored = Code(rawValue: "SUBTITLES_IGNORED")
        public static let captionsEmpty = Code(rawValue: "CAPTIONS_EMPTY")
        public static let captionsDamaged = Code(rawValue: "CAPTIONS_DAMAGED")
        public static let captionEncoding = Code(rawValue: "CAPTION_ENCODING")
        public static let captionFileIgnored = Code(rawValue: "CAPTION_FILE_IGNORED")
        public static let damaged = Code(rawValue: "DAMAGED")
        public static let truncated = Code(rawValue: "TRUNCATED")
        public static let remuxed = Code(rawValue: "REMUXED")

        /// The codes above, which are all but those of `ignored(codec:)`.
        public static let allCases: [Code] = [
            .rotated, .anamorphic, .oddSize, .variableFrameRate, .interlaced, .dolbyVisionOnly, .pq,
            .hlg, .sizeChanges, .locationRemoved, .coverPicture, .alpha, .noAudio,
            .recordingsJoined, .trimmed, .cuePointDropped, .cuePointMoved, .audioOnly,
            .audioIgnored, .audioCut, .loudnessLimited,
            .qualityLimited, .tracksIgnored, .subtitlesIgnored, .captionsEmpty, .captionsDamaged,
            .captionEncoding,
            .captionFileIgnored, .damaged, .truncated, .remuxed,
        ]

        /// Returns the code of an audio track of a codec that is not decoded, such as `APAC_IGNORED`.
        ///
        /// - Parameter codec: libav's name of the codec.
        /// - Returns: The code.
        public static func ignored(codec: String) -> Code {
            Code(rawValue: codec.uppercased() + "_IGNORED")
        }

        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }
    }
}

extension Finding.Code: CustomStringConvertible {
    public var description: String { rawValue }
}
