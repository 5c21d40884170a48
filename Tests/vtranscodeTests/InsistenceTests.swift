import Testing

@testable import vtranscode

@Suite struct InsistenceTests {
    /// `timeout` signals its child and then its group.
    @Test(arguments: [
        ([5], [Insistence.Request.first]), ([5, 5], [.first, .echo]),
        ([5, 5.001, 5.9], [.first, .echo, .echo]), ([5, 6], [.first, .again]),
        ([5, 5.5, 6.2], [.first, .echo, .again]),
    ])
    func whatComesWithinASecondIsTheSame(times: [Double], requests: [Insistence.Request]) {
        var insistence = Insistence()
        #expect(times.map { insistence.request(at: $0) } == requests)
    }
}
