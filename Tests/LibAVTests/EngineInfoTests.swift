import LibAV
import Testing

@Suite struct EngineInfoTests {
    @Test(arguments: ["libavutil", "libavcodec", "libavformat", "libavfilter"])
    func everyLibraryHasAVersionOfThreeNumbers(library: String) throws {
        let version = try #require(EngineInfo.versions[library])
        let release = version.split(separator: "+").first ?? ""
        let numbers = release.split(separator: ".").compactMap { Int($0) }
        #expect(numbers.count == 3)
    }
}
