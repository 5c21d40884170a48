import Testing

@testable import Sandbox

@Suite struct SandboxServerTests {
    /// A copy of a process has one thread, and locks that other threads held stay locked in it.
    @Test func startWithOtherThreadsIsRefused() throws {
        let error = try #require(
            #expect(throws: SandboxError.self) { try SandboxServer.start([]) { _ in } })
        #expect(error == .startedLate)
        #expect(error.code == .noSandbox)
        #expect(error.message.contains("late"))
        #expect(error.advice.contains("as the first statement of the program"))
    }
}
