import Testing

@testable import vtranscode

@Suite struct SignalSequenceTests {
    /// `timeout` signals its child process and then the process group.
    @Test(arguments: [
        ([5], [SignalSequence.Meaning.first]), ([5, 5], [.first, .duplicate]),
        ([5, 5.001, 5.9], [.first, .duplicate, .duplicate]), ([5, 6], [.first, .second]),
        ([5, 5.5, 6.2], [.first, .duplicate, .second]),
    ])
    func signalsWithinASecondAreDuplicates(times: [Double], meanings: [SignalSequence.Meaning]) {
        var sequence = SignalSequence()
        #expect(times.map { sequence.receive(at: $0) } == meanings)
    }
}
