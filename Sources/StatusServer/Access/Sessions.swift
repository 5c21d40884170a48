internal import Crypto
internal import Foundation

/// Browsers whose user has shown the token: each has a cookie, which every server of that token knows and which does not tell it.
///
/// Nothing is kept of them. One ends at its time, and all of them with another token.
struct Sessions: Sendable {
    static let cookie = "vtranscode_session"
    /// Seconds; a working day.
    static let lifetime = 12 * 3600

    private let key: SymmetricKey

    init(of token: String) {
        key = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: Data(token.utf8)),
            info: Data("vtranscode session".utf8), outputByteCount: 32)
    }

    /// Begins one.
    ///
    /// - Returns: The value of its cookie, `END.CODE`: seconds since 1970, and their HMAC in Base64.
    func begin(at now: Date = .now) -> String {
        let end = "\(Int(now.timeIntervalSince1970) + Self.lifetime)"
        let code = HMAC<SHA256>.authenticationCode(for: Data(end.utf8), using: key)
        return "\(end).\(Data(code).base64EncodedString())"
    }

    /// Whether a `Cookie` header names one that has not ended.
    func isNamed(by header: String?, at now: Date = .now) -> Bool {
        guard let header else { return false }
        return header.split(separator: ";").contains { pair in
            let pair = pair.drop { $0 == " " }
            return pair.hasPrefix(Self.cookie + "=")
                && isGood(pair.dropFirst(Self.cookie.count + 1), at: now)
        }
    }

    /// Takes equally long whichever byte of the code differs.
    private func isGood(_ value: Substring, at now: Date) -> Bool {
        let parts = value.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let end = Int(parts[0]),
            let code = Data(base64Encoded: String(parts[1]))
        else { return false }
        return Double(end) > now.timeIntervalSince1970
            && HMAC<SHA256>.isValidAuthenticationCode(
                code, authenticating: Data(parts[0].utf8), using: key)
    }
}
