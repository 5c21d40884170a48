import CLibAV
import MediaUnits
import Testing

@testable import LibAV

/// The decoders that uploads can reach.
@Suite struct FormatSetTests {
    private static let legacy = [
        AV_CODEC_ID_INDEO3, AV_CODEC_ID_INDEO4, AV_CODEC_ID_INDEO5, AV_CODEC_ID_SVQ1,
        AV_CODEC_ID_SVQ3, AV_CODEC_ID_RPZA, AV_CODEC_ID_CINEPAK, AV_CODEC_ID_FLASHSV,
        AV_CODEC_ID_FLASHSV2, AV_CODEC_ID_QDM2, AV_CODEC_ID_QDMC, AV_CODEC_ID_MACE3,
        AV_CODEC_ID_MACE6, AV_CODEC_ID_NELLYMOSER, AV_CODEC_ID_METASOUND,
    ]

    @Test func legacyCodecsAreInAllFormatsOnly() {
        for codec in Self.legacy {
            let name = String(cString: avcodec_get_name(codec))
            #expect(Decoder.find(codec, .modern) == nil, "\(name)")
            #expect(Decoder.find(codec, .all) != nil, "\(name)")
        }
    }

    /// `all` adds those decoders and no others.
    @Test func setsDifferInLegacyCodecsOnly() {
        let names = Self.legacy.map { String(cString: avcodec_get_name($0)) }
        let (modern, all) = (AllowList.decoders(.modern), AllowList.decoders(.all))
        #expect(modern.isSubset(of: all))
        #expect(all.subtracting(modern) == Set(names))
    }

    @Test(arguments: [
        AV_CODEC_ID_H264, AV_CODEC_ID_HEVC, AV_CODEC_ID_JPEG2000, AV_CODEC_ID_AAC,
        AV_CODEC_ID_ADPCM_IMA_QT,
    ])
    func modernFormatsHaveTheOthers(codec: AVCodecID) {
        #expect(Decoder.find(codec, .modern) != nil)
    }

    /// `needsAllFormats` is true where the decoder opens with the set of all formats only.
    @Test func streamOfLegacyCodecNeedsAllFormats() throws {
        // After version, count and the entry's size: the entry's type, which names the codec.
        let clip = BoxEditor.edit(try TestClip.bytes(3), "stsd") { content in
            content.prefix(12) + Array("cvid".utf8) + content.dropFirst(16)
        }
        func demuxer(_ formats: FormatSet) throws -> Demuxer {
            try Demuxer(MemoryReader(clip), name: "clip", analyze: false, formats: formats) {
                false
            }
        }
        let modern = try demuxer(.modern)
        #expect(modern.streams[0].codec == "cinepak")
        #expect(!modern.streams[0].isDecodable && modern.streams[0].needsAllFormats)
        #expect(throws: LibAVError.self) { try Decoder(modern, stream: 0, threads: 1) }
        let all = try demuxer(.all)
        #expect(all.streams[0].isDecodable && !all.streams[0].needsAllFormats)
        _ = try Decoder(all, stream: 0, threads: 1)
    }
}
