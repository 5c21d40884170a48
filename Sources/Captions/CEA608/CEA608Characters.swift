/// What the bytes of CEA-608 stand for (CTA-608-E, 6.4; 47 CFR 79.101).
enum CEA608Characters {
    /// A standard character, 0x20 to 0x7F: ASCII, but for ten.
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

    /// 0x11, 0x30 to 0x3F; the one between à and è is a transparent space.
    static let special = Array("®°½¿™¢£♪à èâêîôû".unicodeScalars)

    /// 0x12, 0x20 to 0x3F: Spanish, French and signs.
    static let spanishAndFrench = Array("ÁÉÓÚÜü‘¡*'—©℠•“”ÀÂÇÈÊËëÎÏïÔÙùÛ«»".unicodeScalars)

    /// 0x13, 0x20 to 0x3F: Portuguese, German and Danish.
    static let portugueseAndGerman = Array(#"ÃãÍÌìÒòÕõ{}\^_|~ÄäÖöß¥¤¦ÅåØø┌┐└┘"#.unicodeScalars)
}
