/// The character sets of CEA-608 (CTA-608-E, 6.4; 47 CFR 79.101).
enum CEA608Characters {
    /// Returns the standard character of a byte from 0x20 to 0x7F: ASCII except for eleven characters.
    static func standard(_ byte: UInt8) -> Unicode.Scalar {
        switch byte {
        case 0x27: "\u{2019}"
        case 0x2A: "á"
        case 0x5C: "é"
        case 0x5E: "í"
        case 0x5F: "ó"
        case 0x60: "ú"
        case 0x7B: "ç"
        case 0x7C: "÷"
        case 0x7D: "Ñ"
        case 0x7E: "ñ"
        case 0x7F: "█"
        default: Unicode.Scalar(byte)
        }
    }

    /// Special characters: 0x11, 0x30 to 0x3F; the one between à and è is a transparent space.
    static let special = Array("®°½¿™¢£♪à èâêîôû".unicodeScalars)

    /// Extended characters for Spanish and French, with symbols: 0x12, 0x20 to 0x3F.
    static let spanishAndFrench = Array("ÁÉÓÚÜü‘¡*'—©℠•“”ÀÂÇÈÊËëÎÏïÔÙùÛ«»".unicodeScalars)

    /// Extended characters for Portuguese, German and Danish: 0x13, 0x20 to 0x3F.
    static let portugueseAndGerman = Array(#"ÃãÍÌìÒòÕõ{}\^_|~ÄäÖöß¥¤¦ÅåØø┌┐└┘"#.unicodeScalars)
}
