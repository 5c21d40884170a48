import MediaUnits
import Testing

@testable import LibAV

@Suite struct FrameSizeReaderTests {
    /// Also where the container, and not the packets, has the parameter sets.
    @Test(arguments: ["libx264", "mpeg2video"])
    func keyframesHaveTheirSize(codec: String) throws {
        let options = codec == "libx264" ? TestClip.tenFrameGroups : ["g": "10"]
        let bytes = try TestClip.bytes(codec: codec, options: options)
        let demuxer = try Demuxer(
            MemoryReader(bytes), name: "clip", analyze: false, stopWhen: { false })
        let reader = try #require(FrameSizeReader(demuxer, stream: 0))
        let packet = try Packet()
        var sizes: [Resolution?] = []
        while try demuxer.read(into: packet) {
            if packet.isKey { sizes.append(reader.size(of: packet)) }
        }
        #expect(sizes.count >= 3)
        #expect(sizes.allSatisfy { $0 == TestClip.size })
    }
}
