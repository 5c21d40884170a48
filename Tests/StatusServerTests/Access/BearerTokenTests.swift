import Testing

@testable import StatusServer

@Suite struct BearerTokenTests {
    @Test(arguments: [
        ("Bearer s3cret", true), ("bearer s3cret", true), ("Bearer s3creT", false),
        ("Bearer s3cret2", false), ("Basic s3cret", false), ("Bearer ", false), (nil, false),
    ])
    func tokenIsComparedCompletely(_ header: String?, _ isPresented: Bool) {
        #expect(BearerToken(secret: "s3cret").isPresented(by: header) == isPresented)
    }
}
