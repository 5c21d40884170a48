import MediaUnits
import Testing

@Suite struct ResolutionTests {
    @Test func sidesArePickedByLength() {
        let portrait = Resolution(width: 1080, height: 1920)
        #expect(portrait.shortSide == 1080)
        #expect(portrait.longSide == 1920)
        #expect(portrait.isPortrait)
        #expect(!portrait.transposed.isPortrait)
        #expect(!Resolution(width: 480, height: 480).isPortrait)
        #expect(portrait.transposed == Resolution(width: 1920, height: 1080))
        #expect(portrait.pixelCount == 2_073_600)
    }

    @Test func textIsReadBack() {
        let resolution = Resolution(width: 1920, height: 1080)
        #expect(resolution.description == "1920x1080")
        #expect(Resolution("1920x1080") == resolution)
    }

    @Test(arguments: ["", "x", "1920", "1920x", "1920x1080x1", "0x2", "-2x2", "1920X1080", "a x b"])
    func textThatIsNoResolutionIsNil(text: String) {
        #expect(Resolution(text) == nil)
    }
}
