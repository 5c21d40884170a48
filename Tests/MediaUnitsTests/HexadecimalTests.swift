import MediaUnits
import Testing

@Suite struct HexadecimalTests {
    @Test func eachByteHasTwoDigits() {
        #expect(([0, 7, 16, 171, 255] as [UInt8]).hexadecimal == "000710abff")
        #expect([UInt8]().hexadecimal.isEmpty)
    }
}
