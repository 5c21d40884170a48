import Foundation
import MediaTestSupport
import MediaUnits
import Testing
import VideoCodecs

@testable import MediaModel

/// The JSON of media info, as in `upload` of a manifest.
@Suite struct MediaInfoCodingTests {
    private static let hash = String(repeating: "ab", count: 32)

    private func json(_ sha256: String?) throws -> [String: Any] {
        let info = MediaInfo(
            container: "wav", byteCount: 1, sha256: sha256, start: .zero, duration: Rational(3, 2),
            video: nil,
            audio: [
                AudioInfo(
                    stream: 0, codec: "pcm_s16le", sampleRate: 48_000, channels: 2, language: nil,
                    title: nil, isDefault: true, isDescription: false, start: .zero,
                    end: Rational(3, 2))
            ], captions: [],
            ignored: [IgnoredTrack(stream: 1, kind: "data", codec: "bin_data", reason: "not used")],
            findings: [Finding(.audioOnly, .info, "The upload has no video.")])
        let data = try JSONEncoder().encode(info)
        #expect(try JSONDecoder().decode(MediaInfo.self, from: data) == info)
        return try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    @Test func hashOfLocalUploadIsText() throws {
        #expect(try json(Self.hash)["sha256"] as? String == Self.hash)
    }

    /// docs/schemas/manifest.schema.json requires the member.
    @Test func missingHashIsExplicitNull() throws {
        #expect(try json(nil)["sha256"] is NSNull)
    }

    /// `nil` of other members is absent, as it was when all members were encoded by default.
    @Test(arguments: [hash, nil])
    func otherMembersAreUnchanged(sha256: String?) throws {
        let members = Set(try json(sha256).keys)
        #expect(
            members == [
                "container", "byteCount", "sha256", "start", "duration", "audio", "captions",
                "ignored", "notices",
            ])
    }

    /// Media info of builds that did not measure content, in workspaces and packages, stays readable.
    @Test func missingContentIsUnknown() throws {
        let video = try #require(try SamplePlan.info(audioTracks: []).video)
        #expect(video.contentKind == .camera)
        let data = try JSONEncoder().encode(video)
        #expect(try JSONDecoder().decode(VideoInfo.self, from: data) == video)
        var fields = try #require(
            JSONSerialization.jsonObject(with: data) as? [String: Any])
        #expect(fields.removeValue(forKey: "content") != nil)
        let older = try JSONDecoder().decode(
            VideoInfo.self, from: JSONSerialization.data(withJSONObject: fields))
        #expect(older.content == nil)
        #expect(older.contentKind == .unknown)
    }
}
