public import JobQueue

/// The format of a file with tokens: a line `ROLE[:TENANT] TOKEN` for each, or one token alone, which has all rights.
///
/// Blank lines and lines that begin with `#` are ignored. Errors name the line, and never its text: a token may stand anywhere in it.
public enum TokenFile {
    /// The largest file, in bytes.
    public static let maxSize = 1 << 20

    /// Returns the tokens of a file.
    ///
    /// - Throws: `QueueError` with `BAD_REQUEST`, whose subject is `FILE:LINE`.
    public static func tokens(
        in text: String, named file: String
    ) throws(QueueError) -> [AccessToken] {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .enumerated()
            .map {
                (number: $0.offset + 1, words: $0.element.split(whereSeparator: \.isWhitespace))
            }
            .filter { !($0.words.first?.hasPrefix("#") ?? true) }
        guard let first = lines.first else {
            throw QueueError(
                .badRequest, file, "the file has no token", advice: "write ROLE[:TENANT] TOKEN")
        }
        // `read:TENANT` without a token must not become a token with all rights.
        if lines.count == 1, first.words.count == 1, role(of: first.words[0]) == nil {
            let name = "\(file):\(first.number)"
            return [try AccessToken.unrestricted(String(first.words[0]), name: name)]
        }
        var tokens: [AccessToken] = []
        for line in lines {
            let name = "\(file):\(line.number)"
            let token = try Self.token(line.words, line.number, name)
            guard !tokens.contains(where: { $0.isEqual(to: line.words[1]) }) else {
                throw QueueError(
                    .badRequest, name, "an earlier line has the same token",
                    advice: "create another one with openssl rand -hex 32")
            }
            tokens.append(token)
        }
        return tokens
    }

    private static func token(
        _ words: [Substring], _ line: Int, _ name: String
    ) throws(QueueError) -> AccessToken {
        guard words.count == 2, let role = role(of: words[0]) else {
            throw QueueError(
                .badRequest, name, "not a role and a token",
                advice: "write submit, read or operate, an optional :TENANT, a space and the token")
        }
        let tenant = words[0].firstIndex(of: ":").map {
            String(words[0][words[0].index(after: $0)...])
        }
        guard tenant.map({ (1...200).contains($0.utf8.count) }) ?? true else {
            throw QueueError(
                .badRequest, name, "the tenant has no or more than 200 bytes",
                advice: "write ROLE:TENANT TOKEN, or ROLE TOKEN for all tenants")
        }
        guard words[1].utf8.count >= AccessToken.minLength else {
            throw AccessToken.tooShort(name)
        }
        return AccessToken(secret: String(words[1]), role: role, tenant: tenant, line: line)
    }

    /// Returns the role of `ROLE` or `ROLE:TENANT`.
    private static func role(of word: Substring) -> Role? {
        Role(rawValue: String(word.prefix { $0 != ":" }))
    }
}
