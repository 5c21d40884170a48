import Foundation
import JobModel
import Testing

@Suite struct SecretKeysTests {
    private static let url = "https://host.example/clip.mp4"
    private static let query = "?X-Amz-Signature=secret"

    private static func text(_ byte: UInt8) -> String {
        Data(repeating: byte, count: 32).base64EncodedString()
    }

    private func expect(
        _ code: SecretKeyError.Code, _ body: () throws(SecretKeyError) -> String
    ) {
        do {
            Issue.record("no error: \(try body())")
        } catch {
            #expect(error.code == code)
            #expect(!"\(error)".contains("secret="))
            #expect(!"\(error)".contains("Signature"))
        }
    }

    @Test func queryIsDecryptedWithItsKeyAndURL() throws {
        let keys = try SecretKeys(Self.text(1) + "\n")
        let encrypted = try keys.encrypt(Self.query, of: Self.url)
        #expect(!encrypted.contains("Signature"))
        #expect(try keys.decrypt(encrypted, of: Self.url) == Self.query)
        // A nonce is used once.
        #expect(try keys.encrypt(Self.query, of: Self.url) != encrypted)
        expect(.unreadable) { () throws(SecretKeyError) in
            try keys.decrypt(encrypted, of: "https://other.example/clip.mp4")
        }
    }

    @Test func firstKeyEncryptsAndAllKeysDecrypt() throws {
        let old = try SecretKeys(Self.text(1))
        let rotated = try SecretKeys(Self.text(2) + "\n" + Self.text(1))
        let encrypted = try old.encrypt(Self.query, of: Self.url)
        #expect(try rotated.decrypt(encrypted, of: Self.url) == Self.query)
        let new = try rotated.encrypt(Self.query, of: Self.url)
        #expect(try SecretKeys(Self.text(2)).decrypt(new, of: Self.url) == Self.query)
        expect(.missing) { () throws(SecretKeyError) in try old.decrypt(new, of: Self.url) }
    }

    @Test func nothingIsEncryptedOrDecryptedWithoutAKey() throws {
        expect(.missing) { () throws(SecretKeyError) in
            try SecretKeys.none.encrypt(Self.query, of: Self.url)
        }
        let encrypted = try SecretKeys(Self.text(1)).encrypt(Self.query, of: Self.url)
        expect(.missing) { () throws(SecretKeyError) in
            try SecretKeys.none.decrypt(encrypted, of: Self.url)
        }
    }

    @Test func changedTextIsUnreadable() throws {
        let keys = try SecretKeys(Self.text(1))
        let encrypted = try keys.encrypt(Self.query, of: Self.url)
        let id = encrypted.prefix { $0 != ":" }
        let bytes = try #require(Data(base64Encoded: String(encrypted.dropFirst(id.count + 1))))
        var changed = bytes
        changed[changed.count - 1] ^= 1
        for text in [
            "", "\(id)", "\(id):", "\(id):?", "\(id):\(changed.base64EncodedString())",
            "\(id):\(bytes.prefix(8).base64EncodedString())",
        ] {
            expect(.unreadable) { () throws(SecretKeyError) in
                try keys.decrypt(text, of: Self.url)
            }
        }
    }

    @Test(arguments: [
        ("", 1), ("secret=", 1), ("c2VjcmV0", 1), ("\n\n", 1), (text(1) + "\nshort", 2),
    ])
    func invalidKeyIsNamedByItsLine(text: String, line: Int) {
        let error = #expect(throws: SecretKeyError.self) { try SecretKeys(text) }
        #expect(error?.code == .invalid)
        #expect(error?.message.contains("line \(line) ") == true)
        #expect(error.map { "\($0)".contains("short") } == false)
    }
}
