import Foundation
import Testing

@testable import StatusServer

@Suite struct SessionsTests {
    private static let name = "vtranscode_session="
    private let sessions = Sessions(of: "s3cret")
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    @Test func sessionIsValidUntilItsEnd() {
        let value = sessions.begin(at: now)
        let end = now + TimeInterval(Sessions.lifetime)
        #expect(sessions.isNamed(by: "a=b; \(Self.name)\(value); c=d", at: now))
        #expect(sessions.isNamed(by: "\(Self.name)\(value)", at: end - 1))
        #expect(!sessions.isNamed(by: "\(Self.name)\(value)", at: end))
    }

    @Test func sessionIsValidForTheTokenOnly() {
        let header = Self.name + sessions.begin(at: now)
        #expect(Sessions(of: "s3cret").isNamed(by: header, at: now))
        for token in ["s3creT", "s3cret ", ""] {
            #expect(!Sessions(of: token).isNamed(by: header, at: now))
        }
    }

    /// The code is valid for another end.
    @Test(arguments: [
        nil, "", "vtranscode_session=", "vtranscode_session=.", "vtranscode_session=guess",
        "session=END.CODE", "END.CODE", "vtranscode_session=END", "vtranscode_session=END.",
        "vtranscode_session=9999999999.CODE", "vtranscode_session=0END.CODE",
        "vtranscode_session=+END.CODE", "vtranscode_session=END.CODE.CODE",
        "vtranscode_session=END.CODEAAAA", "vtranscode_session=END.ACODE",
        "vtranscode_session=99999999999999999999.CODE",
    ])
    func invalidCookieIsRejected(_ header: String?) {
        let parts = sessions.begin(at: now).split(separator: ".")
        let made = header?.replacing("END", with: parts[0]).replacing("CODE", with: parts[1])
        #expect(!sessions.isNamed(by: made, at: now))
    }
}
