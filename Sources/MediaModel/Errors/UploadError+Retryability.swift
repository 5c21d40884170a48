extension UploadError {
    /// Whether trying again can help.
    public enum Retryability: String, Codable, Hashable, Sendable {
        /// Never: the fault is the upload's, the preset's or the request's own.
        case never
        /// Perhaps, so a few times: what looks like the upload's fault may be the machine's.
        case limited
        /// Sooner or later, or on another machine: the fault is this one's.
        case transient
    }
}

extension UploadError.Code {
    /// Those that are the machine's fault, unless more is known.
    public static var machines: [UploadError.Code] {
        allCases.filter { $0.retryability == .transient }
    }

    /// What is to be expected where nothing else is known.
    package var retryability: UploadError.Retryability {
        switch self {
        case .empty, .notMedia, .stillImage, .truncated, .damaged, .encrypted, .noTracks,
            .noDecoder, .tooLarge, .tooLong, .beyondEnd, .tooManyBytes, .tooManyStreams,
            .tooManyPackets, .tooManyPixels, .tooMuchExpansion, .timesUnusable, .tooMuchTime,
            .tooMuchOutput, .exists, .outsideRoot:
            .never
        case .crashed, .stalled, .tooMuchMemory, .changed: .limited
        case .killed, .unreadable, .locked, .output, .diskFull, .noEncoder, .internalFault:
            .transient
        }
    }
}
