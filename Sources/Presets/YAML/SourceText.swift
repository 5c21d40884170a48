/// The text of a preset file: valid Unicode without control characters.
struct SourceText {
    /// The maximum size of a file in bytes, chosen because it is far above real presets (the largest shipped one has 2 KiB).
    static let maximumSize = 64 * 1024

    /// The text without a byte order mark.
    ///
    /// Every line break is one `\n`, so that lines and columns are those of editors.
    let text: String

    /// Fails after it reported a problem: the file is too large, not UTF-8, or binary.
    init?(_ bytes: [UInt8], _ diagnosis: Diagnosis) {
        guard bytes.count <= Self.maximumSize else {
            diagnosis.report(
                .fileTooLarge, at: nil, "the file has more than \(Self.maximumSize / 1024) KiB",
                advice: "check that it is a preset")
            return nil
        }
        guard let decoded = String(validating: bytes, as: UTF8.self) else {
            diagnosis.report(
                .fileEncoding, at: nil, "the file is not UTF-8", advice: "save the file as UTF-8")
            return nil
        }
        var scalars = String.UnicodeScalarView()
        var location = Location(file: diagnosis.file, line: 1, column: 1)
        var afterReturn = false
        for (index, scalar) in decoded.unicodeScalars.enumerated() {
            defer { afterReturn = scalar == "\r" }
            let isByteOrderMark = index == 0 && scalar == "\u{FEFF}"
            if isByteOrderMark { continue }  // some editors write one
            if scalar == "\n", afterReturn { continue }
            guard Self.isText(scalar) else {
                diagnosis.report(
                    .fileBinary, at: location, "a control character (U+\(Self.hex(scalar)))",
                    advice: "remove the character, or check that the file is a preset")
                return nil
            }
            let isBreak = scalar == "\r" || scalar == "\n"
            scalars.append(isBreak ? "\n" : scalar)
            location =
                isBreak
                ? Location(file: location.file, line: location.line + 1, column: 1)
                : Location(file: location.file, line: location.line, column: location.column + 1)
        }
        text = String(scalars)
    }

    /// Whether a scalar is text: no control character, and no line break that only YAML defines (U+2028, U+2029).
    static func isText(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\t", "\n", "\r": true
        case "\u{2028}", "\u{2029}", "\u{FEFF}", "\u{FFFE}", "\u{FFFF}": false
        default: scalar.properties.generalCategory != .control
        }
    }

    private static func hex(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
