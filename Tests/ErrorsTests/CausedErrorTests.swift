import Errors
import Foundation
import Testing

private struct SampleError: CausedError, CustomStringConvertible {
    let description: String
    let cause: (any Error)?
}

@Suite struct CausedErrorTests {
    private let chain = SampleError(
        description: "job", cause: SampleError(description: "write", cause: InternalError("disk")))

    @Test func causesAreListedFromTheDirectOne() {
        #expect(chain.causes().map { String(describing: $0) } == ["write", "disk"])
        #expect(chain.causes(limit: 1).map { String(describing: $0) } == ["write"])
        #expect(InternalError("none").causes().isEmpty)
    }

    @Test func recordedErrorKeepsTheChainAcrossCoding() throws {
        let recorded = RecordedError(chain)
        let decoded = try JSONDecoder().decode(
            RecordedError.self, from: JSONEncoder().encode(recorded))
        #expect(decoded == recorded)
        #expect(decoded.description == "job")
        #expect(decoded.causes().map { String(describing: $0) } == ["write", "disk"])
    }

    @Test func recordOfAnUntrustedProcessIsLimited() throws {
        let limited = try #require(RecordedError(chain).limited(to: 2) { String($0.prefix(1)) })
        #expect(limited.description == "j")
        #expect(limited.causes().map { String(describing: $0) } == ["w"])
    }

    @Test func emptyRecordHasNoText() throws {
        let empty = try JSONDecoder().decode(
            RecordedError.self, from: Data(#"{"descriptions": []}"#.utf8))
        #expect(empty.description.isEmpty)
        #expect(empty.cause == nil)
        #expect(empty.limited(to: 2) { $0 } == nil)
    }
}
