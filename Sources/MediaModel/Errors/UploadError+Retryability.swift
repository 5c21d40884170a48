extension UploadError {
    /// Whether another attempt can succeed.
    public enum Retryability: String, Codable, Hashable, Sendable {
        /// The cause is permanent: the upload, the preset or the request.
        case never
        /// The cause is the upload or the host; a few attempts distinguish them.
        case limited
        /// The cause is transient, or limited to this host.
        case transient
    }
}

extension UploadError.Code {
    /// The codes of errors whose cause is normally the host.
    public static var hostErrors: [UploadError.Code] {
        allCases.filter { $0.retryability == .transient }
    }

    /// The retryability of errors with this code, unless an error states its own.
    package var retryability: UploadError.Retryability {
        switch self {
        case .empty, .notMedia, .stillImage, .truncated, .damaged, .encrypted, .noTracks,
            .noDecoder, .tooLarge, .tooLong, .beyondEnd, .tooManyBytes, .tooManyStreams,
            .tooManyPackets, .tooManyPixels, .tooMuchExpansion, .timesUnusable, .tooMuchTime,
            .tooMuchOutput, .exists, .outsideRoot:
            .never
        case .crashed, .stalled, .tooMuchMemory, .changed: .limited
        case .killed, .unreadable, .locked, .output, .diskFull, .noEncoder, .internalError:
            .transient
        }
    }
}
