internal import Crypto
internal import Foundation

/// Sessions of browsers whose user has presented the token.
///
/// A session is a signed cookie, which every server with the same token accepts, and which does not reveal the token. The server
/// stores no sessions. A session ends after its lifetime, or when the token changes.
struct Sessions: Sendable {
    static let cookie = "vtranscode_session"
    /// The lifetime of a session, in seconds.
    static let lifetime = 12 * 3600

    private let key: SymmetricKey

    init(of token: String) {
        key = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: Data(token.utf8)),
            info: Data("vtranscode session".utf8), outputByteCount: 32)
    }

    /// Starts a session.
    ///
    /// - Returns: The value of the cookie, `END.CODE`: seconds since 1970, and their HMAC in Base64.
    func begin(at now: Date = .now) -> String {
        let end = "\(Int(now.timeIntervalSince1970) + Self.lifetime)"
        let code = HMAC<SHA256>.authenticationCode(for: Data(end.utf8), using: key)
        return "\(end).\(Data(code).base64EncodedString())"
    }

    /// Whether a `Cookie` header contains a valid session.
    func isNamed(by header: String?, at now: Date = .now) -> Bool {
        guard let header else { return false }
        return header.split(separator: ";").contains { pair in
            let pair = pair.drop { $0 == " " }
            return pair.hasPrefix(Self.cookie + "=")
                && isValid(pair.dropFirst(Self.cookie.count + 1), at: now)
        }
    }

    /// Whether the value of a cookie is valid, compared in constant time.
    private func isValid(_ value: Substring, at now: Date) -> Bool {
        let parts = value.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let end = Int(parts[0]),
            let code = Data(base64Encoded: String(parts[1]))
        else { return false }
        return Double(end) > now.timeIntervalSince1970
            && HMAC<SHA256>.isValidAuthenticationCode(
                code, authenticating: Data(parts[0].utf8), using: key)
    }
}
