/// Bodies of requests of type `application/x-www-form-urlencoded`.
enum FormText {
    static func encoded(_ fields: [(name: String, value: String)]) -> String {
        fields.map { "\($0.name)=\(percentEncoded($0.value))" }.joined(separator: "&")
    }

    /// Whether a character needs no encoding in URLs (RFC 3986, 2.3).
    static func isUnreserved(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", "~": true
        default: false
        }
    }

    private static func percentEncoded(_ text: String) -> String {
        text.utf8.reduce(into: "") { result, byte in
            let scalar = Unicode.Scalar(byte)
            if isUnreserved(scalar) {
                result.unicodeScalars.append(scalar)
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                result += "%" + (digits.count < 2 ? "0" : "") + digits
            }
        }
    }
}
