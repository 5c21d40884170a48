extension UploadError {
    /// Whether trying again can help.
    public enum Outlook: String, Codable, Hashable, Sendable {
        /// Never: the fault is the upload's, the preset's or the request's own.
        case permanent
        /// Perhaps, so a few times: what looks like the upload's fault may be the machine's.
        case doubtful
        /// Sooner or later, or on another machine: the fault is this one's.
        case passing
    }
}

extension UploadError.Code {
    /// Those that are the machine's fault, unless more is known.
    public static var machines: [UploadError.Code] { allCases.filter { $0.outlook == .passing } }

    /// What is to be expected where nothing else is known.
    package var outlook: UploadError.Outlook {
        switch self {
        case .empty, .notMedia, .stillImage, .truncated, .damaged, .encrypted, .noTracks,
            .noDecoder, .tooLarge, .tooLong, .beyondEnd, .tooManyBytes, .tooManyStreams,
            .tooManyPackets, .tooManyPixels, .tooMuchExpansion, .timesUnusable, .tooMuchTime,
            .tooMuchOutput, .exists, .outsideRoot:
            .permanent
        case .crashed, .stalled, .tooMuchMemory, .changed: .doubtful
        case .killed, .unreadable, .locked, .output, .diskFull, .noEncoder, .internalFault:
            .passing
        }
    }
}
