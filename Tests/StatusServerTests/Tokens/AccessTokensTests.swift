import Foundation
import Testing

@testable import StatusServer

@Suite struct AccessTokensTests {
    @Test(arguments: [
        ("Bearer s3cret", true), ("bearer s3cret", true), ("Bearer s3creT", false),
        ("Bearer s3cret2", false), ("Basic s3cret", false), ("Bearer ", false), (nil, false),
    ])
    func tokenIsComparedCompletely(_ header: String?, _ isPresented: Bool) {
        let tokens = AccessTokens([AccessToken(secret: "s3cret")])
        #expect((tokens.token(presentedBy: header) != nil) == isPresented)
    }

    /// During a rotation, the old and the new token are valid.
    @Test func eachTokenIsValidUntilItIsRemoved() throws {
        let (old, new) = (
            AccessToken(secret: "old", role: .read, line: 1),
            AccessToken(secret: "new", role: .operate, line: 2)
        )
        let tokens = AccessTokens([old, new])
        let session = "vtranscode_session=" + old.sessions.begin()
        #expect(tokens.token(equalTo: "old")?.role == .read)
        #expect(tokens.token(equalTo: "new")?.role == .operate)
        #expect(tokens.token(ofSession: session)?.line == 1)
        tokens.replace(with: [new])
        #expect(tokens.token(equalTo: "old") == nil)
        #expect(tokens.token(ofSession: session) == nil)
        #expect(tokens.token(equalTo: "new") != nil)
        #expect(!tokens.contains(old) && tokens.contains(new))
    }

    /// A token with other rights is not the one whose client opened a stream.
    @Test func tokenWithOtherRightsIsNotContained() {
        let token = AccessToken(secret: "s3cret", role: .read, tenant: "acme", line: 1)
        let changed = [
            AccessToken(secret: "s3cret", role: .submit, tenant: "acme", line: 1),
            AccessToken(secret: "s3cret", role: .read, tenant: "other", line: 1),
            AccessToken(secret: "s3cret", role: .read, line: 1),
        ]
        for other in changed { #expect(!AccessTokens([other]).contains(token)) }
        let moved = AccessToken(secret: "s3cret", role: .read, tenant: "acme", line: 7)
        #expect(AccessTokens([moved]).contains(token))
    }
}
