package import Errors

extension UploadError.Code {
    /// Those that are the machine's fault, unless more is known.
    public static var machines: [UploadError.Code] {
        allCases.filter { $0.retryability == .transient }
    }

    /// What is to be expected where nothing else is known.
    package var retryability: Retryability {
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
