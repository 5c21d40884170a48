#if os(Linux)
    import Foundation
    import MediaUnits
    import TestSupport
    import Testing

    @testable import LibAV

    /// Muxers own their files; counted in a process without other tests.
    @Suite struct DescriptorTests {
        @Test func unfinishedAndFailedMuxersCloseTheirFiles() async {
            await #expect(processExitsWith: .success) {
                let folder = try TemporaryFolder("muxer")
                let path = folder.file("clip.mp4").path
                let encoder = try TestClip.encoder()
                let before = try OpenDescriptors.count()
                do {
                    let unfinished = try Muxer("mp4", file: path, subject: "test")
                    #expect(try OpenDescriptors.count() == before + 1)
                    try unfinished.addStream(encoder, timeBase: Rational(1, 25))
                    #expect(throws: LibAVError.self) {
                        try unfinished.writeHeader(options: ["no-such-option": "1"])
                    }
                }
                #expect(throws: LibAVError.self) {
                    _ = try Muxer("no-such-container", file: path, subject: "test")
                }
                #expect(throws: LibAVError.self) {
                    _ = try Muxer("mp4", file: folder.url.path, subject: "test")
                }
                #expect(try OpenDescriptors.count() == before)
            }
        }
    }
#endif
