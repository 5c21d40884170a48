/// The miscellaneous control codes that affect captions (CTA-608-E, 6.2; 47 CFR 79.101).
enum CEA608Command {
    case resumeLoading, backspace, deleteToEnd, rollUp, resumeDirect, text
    case eraseDisplayed, carriageReturn, eraseNonDisplayed, endOfCaption

    /// Creates a command from the second byte of its code, 0x20 to 0x2F.
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
        case 0x2E: self = .eraseNonDisplayed
        case 0x2F: self = .endOfCaption
        default: return nil
        }
    }

    /// Whether the command applies to captions in text mode too.
    var appliesInTextMode: Bool { self == .eraseDisplayed || self == .eraseNonDisplayed }

    /// Whether the command ends text mode.
    var endsTextMode: Bool {
        switch self {
        case .resumeLoading, .rollUp, .resumeDirect, .endOfCaption: true
        default: false
        }
    }
}
