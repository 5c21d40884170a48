import JobQueue
import Testing

@testable import StatusServer

@Suite struct TokenFileTests {
    private static let secret = "0123456789abcdef"

    @Test(arguments: ["", "\n", "\r\n", "\n# comment\n\n"])
    func singleTokenHasAllRights(_ rest: String) throws {
        let tokens = try TokenFile.tokens(in: Self.secret + rest, named: "tokens")
        #expect(tokens.count == 1)
        let token = try #require(tokens.first)
        #expect(token.role == .operate && token.tenant == nil)
        #expect(token.isEqual(to: Self.secret))
        #expect("\(token)" == "operate")
    }

    @Test func eachLineHasRoleTenantAndToken() throws {
        let text = """
            # the uploader of the site

            submit:acme a\(Self.secret)
              read\tb\(Self.secret)\u{20}
            operate c\(Self.secret)\r
            operate:a:b d\(Self.secret)
            """
        let tokens = try TokenFile.tokens(in: text, named: "tokens")
        #expect(tokens.map(\.role) == [.submit, .read, .operate, .operate])
        #expect(tokens.map(\.tenant) == ["acme", nil, nil, "a:b"])
        #expect(tokens.map(\.line) == [3, 4, 5, 6])
        for (token, prefix) in zip(tokens, "abcd") {
            #expect(token.isEqual(to: "\(prefix)\(Self.secret)"))
        }
    }

    /// A token may be in any part of a wrong line, for example in place of the role.
    @Test(arguments: [
        ("submit SECRET\nSECRET2", 2), ("submit SECRET\nadmin SECRET2", 2),
        ("SECRET submit", 1), ("read SECRET SECRET2", 1), ("read:SECRET", 1),
        ("read: SECRET", 1), ("\n\nread short", 3), ("read SECRET\n#\noperate SECRET", 3),
        ("READ SECRET", 1), ("short", 1), ("Read:\u{301}x SECRET", 1),
    ])
    func errorNamesTheLineWithoutItsText(_ text: String, _ line: Int) throws {
        let text = text.replacing("SECRET", with: Self.secret)
        let error = #expect(throws: QueueError.self) {
            try TokenFile.tokens(in: text, named: "/etc/tokens")
        }
        #expect(error?.subject == "/etc/tokens:\(line)")
        #expect(error?.code == .badRequest)
        #expect(!"\(try #require(error))".contains(Self.secret))
        #expect(!"\(try #require(error))".contains("short"))
    }

    @Test(arguments: ["", "\n\n", "# only a comment\n"])
    func fileWithoutTokenIsRefused(_ text: String) {
        let error = #expect(throws: QueueError.self) {
            try TokenFile.tokens(in: text, named: "/etc/tokens")
        }
        #expect(error?.subject == "/etc/tokens")
    }

    @Test func longTenantIsRefused() {
        let tenant = String(repeating: "x", count: 201)
        #expect(throws: QueueError.self) {
            try TokenFile.tokens(in: "read:\(tenant) \(Self.secret)", named: "tokens")
        }
    }
}
