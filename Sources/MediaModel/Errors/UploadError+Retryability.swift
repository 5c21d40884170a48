package import Errors

extension UploadError.Code {
    /// The codes of errors whose cause is normally the host.
    public static var hostErrors: [UploadError.Code] {
        allCases.filter { $0.retryability == .transient }
    }

    /// The retryability of errors with this code, unless an error states its own.
    package var retryability: Retryability {
        switch self {
        case .empty, .notMedia, .stillImage, .truncated, .damaged, .encrypted, .noTracks,
            .noDecoder, .tooLarge, .tooLong, .beyondEnd, .badCuePoints, .tooManyBytes,
            .tooManyStreams,
            .tooManyPackets, .tooManyPixels, .tooMuchExpansion, .timesUnusable, .tooMuchTime,
            .tooMuchOutput, .exists, .outsideRoot, .expiredURL, .badPreset:
            .never
        case .crashed, .stalled, .tooMuchMemory, .changed, .verificationFailed: .limited
        case .killed, .unreadable, .locked, .output, .diskFull, .noEncoder, .internalError:
            .transient
        }
    }
}
