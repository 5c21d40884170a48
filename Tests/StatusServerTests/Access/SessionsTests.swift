import Testing

@testable import StatusServer

@Suite struct SessionsTests {
    @Test func aCookieIsGoodUntilItsEnd() {
        let (sessions, now) = (Sessions(), ContinuousClock.now)
        let id = sessions.begin(at: now)
        let end = now + .seconds(Sessions.lifetime)
        #expect(sessions.isNamed(by: "a=b; vtranscode_session=\(id); c=d", at: now))
        #expect(sessions.isNamed(by: "vtranscode_session=\(id)", at: end - .seconds(1)))
        #expect(!sessions.isNamed(by: "vtranscode_session=\(id)", at: end))
    }

    @Test(arguments: [
        nil, "", "vtranscode_session=", "vtranscode_session=guess", "session=ID", "ID",
    ])
    func anythingElseIsNot(_ header: String?) {
        let sessions = Sessions()
        let id = sessions.begin()
        #expect(!sessions.isNamed(by: header?.replacing("ID", with: id)))
        #expect(!sessions.isNamed(by: "vtranscode_session=\(id)x"))
        #expect(sessions.begin() != id)
    }

    @Test func theOldestEndsWhereThereAreTooMany() {
        let sessions = Sessions()
        let ids = (0...1000).map { _ in sessions.begin() }
        #expect(!sessions.isNamed(by: "vtranscode_session=\(ids[0])"))
        #expect(sessions.isNamed(by: "vtranscode_session=\(ids[1])"))
        #expect(sessions.isNamed(by: "vtranscode_session=\(ids[1000])"))
    }
}
