import MediaUnits
import Testing

@Suite struct CountTextTests {
    @Test(arguments: [(0, "0 segments"), (1, "1 segment"), (2, "2 segments")])
    func onlyOneIsSingular(count: Int, text: String) {
        #expect(CountText.text(count, "segment") == text)
    }
}
