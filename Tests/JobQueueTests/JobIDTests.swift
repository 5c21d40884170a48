import Testing

@testable import JobQueue

@Suite struct JobIDTests {
    private var generator = SystemRandomNumberGenerator()

    @Test mutating func laterIDsSortLater() {
        let times: [Int64] = [0, 1, 31, 32, 1_700_000_000_000, 1_700_000_000_001, 1 << 47]
        let ids = times.map { JobID(milliseconds: $0, using: &generator) }
        #expect(ids == ids.sorted())
    }

    @Test mutating func isReadBackFromItsText() {
        let id = JobID(milliseconds: 1_700_000_000_000, using: &generator)
        #expect(JobID(id.text) == id)
        #expect(JobID(id.text.uppercased()) == id)
        #expect(id.text.utf8.count == 20)
    }

    @Test(arguments: [
        "", "0123456789", "0123456789012345678l", "../../../../../../..", "é0123456789012345678",
    ])
    func otherTextIsNone(_ text: String) {
        #expect(JobID(text) == nil)
    }
}
