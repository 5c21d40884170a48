internal import Crypto
internal import Foundation

/// The keys that encrypt the queries of upload URLs in stored jobs.
///
/// A query may be a credential, such as a signature. It is encrypted with AES-GCM and 256 bits, and is authenticated together with
/// the rest of its URL, so that it cannot be moved to a job for another server.
public struct SecretKeys: Sendable {
    /// A key with the text that names it in encrypted queries.
    private struct Key: Sendable {
        let id: String
        let key: SymmetricKey

        init(_ bytes: Data) {
            // The digest of a random key does not reveal the key.
            let digest = SHA256.hash(data: Data("vtranscode secret key".utf8) + bytes)
            id = Data(digest.prefix(6)).base64EncodedString()
            key = SymmetricKey(data: bytes)
        }
    }

    /// The first one encrypts; all decrypt.
    private let keys: [Key]

    /// No keys, which encrypt and decrypt nothing.
    public static let none = SecretKeys(keys: [])

    private init(keys: [Key]) { self.keys = keys }

    /// Reads keys, of 32 bytes in Base64 on each line.
    ///
    /// The first one encrypts, the others decrypt what they encrypted earlier.
    ///
    /// - Throws: `SecretKeyError` with `BAD_SECRET_KEY`, without the text of the line.
    public init(_ text: String) throws(SecretKeyError) {
        var keys: [Key] = []
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() {
            let line = line.filter { !$0.isWhitespace }
            guard !line.isEmpty else { continue }
            guard let bytes = Data(base64Encoded: line), bytes.count == 32 else {
                throw .invalid(line: index + 1)
            }
            keys.append(Key(bytes))
        }
        guard !keys.isEmpty else { throw .invalid(line: 1) }
        self.keys = keys
    }

    /// Encrypts the query of a URL.
    ///
    /// - Parameters:
    ///   - query: The query with its question mark.
    ///   - url: The URL without the query.
    /// - Returns: `KEY:BASE64`: the name of the key; nonce, encrypted query and tag.
    /// - Throws: `SecretKeyError` with `NO_SECRET_KEY` without keys.
    public func encrypt(_ query: String, of url: String) throws(SecretKeyError) -> String {
        guard let key = keys.first,
            let box = try? AES.GCM.seal(
                Data(query.utf8), using: key.key, authenticating: Data(url.utf8)),
            let bytes = box.combined
        else { throw .noKey(for: url) }
        return "\(key.id):\(bytes.base64EncodedString())"
    }

    /// Decrypts the query of a URL.
    ///
    /// - Parameters:
    ///   - text: The text that `encrypt` returned.
    ///   - url: The URL without the query.
    /// - Returns: The query with its question mark.
    /// - Throws: `SecretKeyError` with `NO_SECRET_KEY` if its key is not among these, or `UNREADABLE_QUERY`.
    public func decrypt(_ text: String, of url: String) throws(SecretKeyError) -> String {
        let parts = text.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, let bytes = Data(base64Encoded: String(parts[1])) else {
            throw .unreadable(for: url)
        }
        guard let key = keys.first(where: { $0.id == parts[0] }) else {
            throw .otherKey(parts[0], for: url)
        }
        guard let box = try? AES.GCM.SealedBox(combined: bytes),
            let query = try? AES.GCM.open(box, using: key.key, authenticating: Data(url.utf8))
        else { throw .unreadable(for: url) }
        return String(decoding: query, as: UTF8.self)
    }
}
