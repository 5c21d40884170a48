/// The commands for a channel's mode and memories (CTA-608-E, 6.2; 47 CFR 79.101), without those that mean nothing here.
enum CEA608Command {
    case resumeLoading, backspace, deleteToEnd, rollUp, resumeDirect, text
    case eraseDisplayed, carriageReturn, eraseHidden, endOfCaption

    /// By the second byte, 0x20 to 0x2F.
    init?(_ byte: UInt8) {
        switch byte {
        case 0x20: self = .resumeLoading
        case 0x21: self = .backspace
        case 0x24: self = .deleteToEnd
        case 0x25...0x27: self = .rollUp
        case 0x29: self = .resumeDirect
        case 0x2A, 0x2B: self = .text
        case 0x2C: self = .eraseDisplayed
        case 0x2D: self = .carriageReturn
        case 0x2E: self = .eraseHidden
        case 0x2F: self = .endOfCaption
        default: return nil
        }
    }

    /// Whether it is about captions also while what comes is text beside the programme.
    var isOfScreen: Bool { self == .eraseDisplayed || self == .eraseHidden }

    /// Whether what follows is captions again, where it was such text.
    var beginsCaptions: Bool {
        switch self {
        case .resumeLoading, .rollUp, .resumeDirect, .endOfCaption: true
        default: false
        }
    }
}
