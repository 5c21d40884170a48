import Foundation
import JobModel
import JobQueue
import MediaUnits
import Presets
import Storage
import TestSupport
import Testing

@testable import Submission

@Suite struct JobPayloadTests {
    private func makePayload(
        _ upload: URL, output: String = "/out", preset: String = "hls-ladder",
        name: String? = nil
    ) throws -> JobPayload {
        JobPayload(
            upload: upload.path, output: output, packageName: name,
            preset: try PresetText(preset))
    }

    private func preset(of text: PresetText) throws -> Preset {
        try Preset.parse(text.yaml, named: text.name)
    }

    @Test func payloadContainsTheRequest() async throws {
        let folder = try TemporaryFolder("payload")
        let file = folder.file("a.mp4")
        try Data("a".utf8).write(to: file)
        let payload = try makePayload(file, name: "é \"x\"")
        let request = try await payload.request(SubmissionTerms(tenant: "t", priority: 3, delay: 9))
        var expected = payload
        expected.sha256 = "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb"
        expected.captions = []
        #expect(JobPayload(request.payload) == expected)
        #expect(expected.name == "e-x")
        #expect(request.tenant == "t")
        #expect(request.priority == 3)
        #expect(request.delay == 9)
        #expect(request.tasks.map(\.kind) == ["transcode"])
        #expect(try preset(of: payload.preset).name == "hls-ladder")
    }

    /// The key is independent of the upload's path.
    @Test func keyDependsOnContentPresetAndPath() async throws {
        let folder = try TemporaryFolder("payload")
        let (first, copy, other) = (folder.file("a"), folder.file("b"), folder.file("c"))
        try Data("a".utf8).write(to: first)
        try Data("a".utf8).write(to: copy)
        try Data("c".utf8).write(to: other)
        let terms = SubmissionTerms()
        let key = try await makePayload(first).request(terms).key
        #expect(try await makePayload(copy).request(terms).key == key)
        let others = [
            try makePayload(other), try makePayload(first, output: "/else"),
            try makePayload(first, preset: "shorts"), try makePayload(first, name: "n"),
        ]
        var keys = [key]
        for other in others { keys.append(try await other.request(terms).key) }
        for captions in ["one", "another"] {
            try Data(captions.utf8).write(to: folder.file("a.en.srt"))
            keys.append(try await makePayload(first).request(terms).key)
        }
        #expect(Set(keys).count == 7)
        #expect(try await makePayload(first).request(SubmissionTerms(key: "own")).key == "own")
    }

    @Test func cuePointsOfRequestAndFileAreInThePayload() async throws {
        let folder = try TemporaryFolder("payload")
        let file = folder.file("a.mp4")
        try Data("a".utf8).write(to: file)
        let plain = try await makePayload(file).request(SubmissionTerms())
        #expect(try #require(JobPayload(plain.payload)).cuePoints == nil)
        var payload = try makePayload(file)
        payload.cuePoints = [CuePoint(.start, id: "pre")]
        let own = try await payload.request(SubmissionTerms())
        try Data("time,id\n1:30,b\n".utf8).write(to: folder.file("a.cues.csv"))
        let both = try await payload.request(SubmissionTerms())
        #expect(
            try #require(JobPayload(both.payload)).cuePoints == [
                CuePoint(.start, id: "pre"), CuePoint(.time(Rational(90)), id: "b"),
            ])
        #expect(Set([plain.key, own.key, both.key]).count == 3)

        try Data("time\nsoon\n".utf8).write(to: folder.file("a.cues.csv"))
        let error = await #expect(throws: QueueError.self) {
            try await payload.request(SubmissionTerms(key: "own"))
        }
        #expect(error?.message.hasPrefix("a.cues.csv:2:1: 'soon' is not a time") ?? false)
    }

    @Test func payloadListsTheCaptionsBesideTheUpload() async throws {
        let folder = try TemporaryFolder("payload")
        let file = folder.file("a.mp4")
        for name in ["a.mp4", "a.en.srt", "b.en.srt"] {
            try Data("a".utf8).write(to: folder.file(name))
        }
        try Data(count: 10_000_001).write(to: folder.file("a.de.srt"))
        func captions(
            _ payload: JobPayload, key: String? = nil
        ) async throws -> [SidecarPayload]? {
            let request = try await payload.request(SubmissionTerms(key: key))
            return try #require(JobPayload(request.payload)).captions
        }
        let payload = try makePayload(file)
        #expect(
            try await captions(payload) == [
                SidecarPayload(file: "a.de.srt", sha256: nil),
                SidecarPayload(
                    file: "a.en.srt",
                    sha256: "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb"),
            ])
        #expect(try await captions(payload, key: "own") == nil)
        var without = payload
        without.captions = []
        #expect(try await captions(without) == [])
        #expect(try await captions(without, key: "own") == [])
        var excluding = payload
        let own = folder.file("own.yaml")
        try Data(
            "extends: hls-ladder\nname: own\ndescription: Own.\ncaptions: { beside: false }\n".utf8
        ).write(
            to: own)
        excluding.preset = try PresetText(own.path)
        #expect(try await captions(excluding) == [])
        // The key is that of the same upload without captions.
        let alone = try await without.request(SubmissionTerms()).key
        #expect(try await payload.request(SubmissionTerms()).key != alone)
        for name in ["a.en.srt", "a.de.srt"] {
            try FileManager.default.removeItem(at: folder.file(name))
        }
        #expect(try await payload.request(SubmissionTerms()).key == alone)
    }

    /// Workers use the text of the payload, not their own preset files.
    @Test func formatsOfThePayloadReplaceThoseOfThePreset() throws {
        let plain = try PresetText("hls-ladder")
        #expect(try preset(of: plain).limits.formats == .modern)
        #expect(try PresetText("hls-ladder", formats: .modern) == plain)
        let all = try PresetText("hls-ladder", formats: .all)
        #expect(try preset(of: all).limits.formats == .all)
        #expect(all != plain)
    }

    @Test(arguments: ["", "out", "a.mp4", "a.mp4/below/it", String(repeating: "x", count: 256)])
    func impossibleOutputIsRejected(_ output: String) async throws {
        let folder = try TemporaryFolder("payload")
        let file = folder.file("a.mp4")
        try Data("a".utf8).write(to: file)
        let path = output.isEmpty || output == "out" ? output : folder.file(output).path
        let payload = try makePayload(file, output: path)
        await #expect {
            try await payload.request(SubmissionTerms())
        } throws: { error in
            (error as? QueueError)?.code == .badRequest && (error as? QueueError)?.subject == path
        }
    }

    @Test(arguments: [("nowhere.mp4", "no such file"), ("", "a folder"), ("link", "a link")])
    func irregularFileIsRejected(_ name: String, _ reason: String) async throws {
        let folder = try TemporaryFolder("payload")
        try FileManager.default.createSymbolicLink(
            at: folder.file("link"), withDestinationURL: folder.url)
        let payload = try makePayload(folder.url.appending(path: name))
        await #expect {
            try await payload.request(SubmissionTerms())
        } throws: { error in
            (error as? QueueError)?.code == .badRequest
                && (error as? QueueError)?.message.contains(reason) == true
        }
    }

    /// The kernel would take a shorter path for it.
    @Test func pathWithAZeroByteIsRejected() async throws {
        let folder = try TemporaryFolder("payload")
        let file = folder.file("a.mp4")
        try Data("a".utf8).write(to: file)
        let payload = try makePayload(file, output: "/out")
        for change in [\JobPayload.upload, \JobPayload.output] {
            var changed = payload
            changed[keyPath: change] += "\0.mp4"
            await #expect {
                try await changed.request(SubmissionTerms())
            } throws: { error in
                let error = error as? QueueError
                return error?.code == .badRequest && error?.message.contains("zero byte") == true
                    && error?.subject == payload[keyPath: change] + "\u{FFFD}.mp4"
            }
        }
        var below = payload
        below.root = "/\0"
        await #expect(throws: QueueError.self) { try await below.request(SubmissionTerms()) }
    }

    @Test func emptyPathIsRejected() async throws {
        let folder = try TemporaryFolder("payload")
        let file = folder.file("a.mp4")
        try Data("a".utf8).write(to: file)
        for path in [\JobPayload.upload, \JobPayload.output] {
            var payload = try makePayload(file)
            payload[keyPath: path] = ""
            await #expect {
                try await payload.request(SubmissionTerms())
            } throws: { error in
                let error = error as? QueueError
                return error?.code == .badRequest && error?.message == "the path is empty"
            }
        }
    }

    /// The payload has the text of the client, whose key must not change.
    @Test func payloadHasThePathAsItWasWritten() async throws {
        let folder = try TemporaryFolder("payload")
        try Data("a".utf8).write(to: folder.file("a.mp4"))
        var payload = try makePayload(folder.file("a.mp4"), output: "/out//x/")
        payload.upload = folder.url.path + "//a.mp4"
        let read = JobPayload(try await payload.request(SubmissionTerms()).payload)
        #expect(read?.upload == payload.upload)
        #expect(read?.output == "/out//x/")
    }

    @Test func queryWithoutAKeyIsRejectedBeforeARequest() async throws {
        let server = try LoopbackServer(.status(500))
        let payload = JobPayload(
            upload: server.url + "/a.mp4?token=hush", output: "/out", packageName: nil,
            preset: try PresetText("hls-ladder"))
        let error = await #expect(throws: SecretKeyError.self) {
            try await payload.request(SubmissionTerms())
        }
        #expect(error?.code == .missing)
        #expect(error?.message.hasPrefix(server.url + "/a.mp4: ") == true)
        #expect(error.map { "\($0)".contains("hush") } == false)
        #expect(server.requests.isEmpty)
    }

    /// A sparse file of 1 TB would take many minutes to read.
    @Test(.timeLimit(.minutes(5))) func sizeIsCheckedBeforeReading() async throws {
        let folder = try TemporaryFolder("payload")
        let film = folder.file("film.mov")
        try Data().write(to: film)
        try #require(truncate(film.path, 1 << 40) == 0)
        let slots = HashingSlots()
        let payload = try makePayload(film)
        let preset = try preset(of: payload.preset)
        let limit = try #require(preset.limits.bytes)
        for terms in [SubmissionTerms(), SubmissionTerms(key: "own")] {
            let error = await #expect(throws: SubmissionLimitError.self) {
                try await payload.request(
                    terms, from: .local, keys: .none, in: slots, preset: preset)
            }
            #expect(error == .tooManyBytes(size: ByteCount(1 << 40), limit: limit))
        }
        #expect(slots.counts == .init())
    }

    @Test func readBytesAreCounted() async throws {
        let folder = try TemporaryFolder("payload")
        let file = folder.file("a.mp4")
        try Data(count: 1_500_000).write(to: file)
        let slots = HashingSlots()
        let payload = try makePayload(file)
        let request = try await payload.request(
            SubmissionTerms(), from: .local, keys: .none, in: slots, preset: nil)
        #expect(slots.counts == .init(bytes: 1_500_000))
        #expect(request == (try await payload.request(SubmissionTerms())))
        _ = try await payload.request(
            SubmissionTerms(key: "own"), from: .local, keys: .none, in: slots, preset: nil)
        #expect(slots.counts.bytes == 1_500_000)
    }

    /// A sparse file of 1 TB takes many minutes to read.
    @Test(.timeLimit(.minutes(5))) func cancelledDigestStopsReading() async throws {
        let folder = try TemporaryFolder("payload")
        let film = folder.file("film.mov")
        try Data().write(to: film)
        try #require(truncate(film.path, 1 << 40) == 0)
        let (chunks, read) = AsyncStream.makeStream(of: Void.self)
        let digest = Task {
            try await UploadDigest.of(contentOf: Location(film.filePath)) { _ in read.yield() }
        }
        for await _ in chunks { break }
        digest.cancel()
        await #expect(throws: CancellationError.self) { try await digest.value }
        // The cancelled digest does not delay other submissions.
        let clip = folder.file("clip.mp4")
        try Data("a".utf8).write(to: clip)
        let waiting = try (1...3).map { _ in try makePayload(film) }.map { payload in
            Task { try await payload.request(SubmissionTerms()) }
        }
        for task in waiting { task.cancel() }
        for task in waiting {
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        #expect(try await makePayload(clip).request(SubmissionTerms()).key.hasPrefix("content:"))
    }
}
