import JobModel
import MediaUnits
import Testing

/// The text of each payload in queues and for clients, which later versions must read and write.
@Suite struct PayloadTests {
    private func expect<Value: Payload>(_ value: Value, is json: String) throws {
        #expect(try value.json == json)
        #expect(Value(json) == value)
    }

    @Test func request() throws {
        try expect(
            JobPayload(
                upload: "/in/a \"b\".mp4", sha256: "ca978112", output: "/out", root: "/",
                name: "holiday", preset: PresetText(name: "own", yaml: "name: own\n"),
                trim: TrimRangePayload(from: Rational(25, 2), to: Rational(90))),
            is: #"""
                {"name":"holiday","output":"/out","preset":{"name":"own","yaml":"name: own\n"},"root":"/","sha256":"ca978112",\#
                "trim":{"from":"25/2","to":"90"},"upload":"/in/a \"b\".mp4"}
                """#)
        try expect(
            JobPayload(
                upload: "/a.mp4",
                captions: [
                    SidecarPayload(file: "a.de.srt", sha256: "ca978112"),
                    SidecarPayload(file: "a.en.srt", sha256: nil),
                ],
                output: "/out", preset: PresetText(name: "shorts", yaml: "")),
            is: #"""
                {"captions":[{"file":"a.de.srt","sha256":"ca978112"},{"file":"a.en.srt"}],"output":"/out",\#
                "preset":{"name":"shorts","yaml":""},"trim":{"from":"0"},"upload":"/a.mp4"}
                """#)
        try expect(
            JobPayload(
                upload: "https://h/a.mp4", uploadQuery: "a:YQ==", contentIdentity: "v",
                output: "s3://b/out", preset: PresetText(name: "shorts", yaml: "")),
            is: #"""
                {"contentIdentity":"v","output":"s3://b/out","preset":{"name":"shorts","yaml":""},"trim":{"from":"0"},\#
                "upload":"https://h/a.mp4","uploadQuery":"a:YQ=="}
                """#)
        // Jobs of versions that did not record captions.
        try expect(
            JobPayload(
                upload: "/a", output: "/out", preset: PresetText(name: "shorts", yaml: "")),
            is: #"""
                {"output":"/out","preset":{"name":"shorts","yaml":""},"trim":{"from":"0"},"upload":"/a"}
                """#)
    }

    @Test func result() throws {
        var result = JobResult(
            name: "a", output: "/out", path: "/out/a", playlist: "/out/a/master.m3u8",
            poster: "/out/a/poster.jpg", manifest: "/out/a/manifest.json", duration: 12.5,
            bytes: 1000, warnings: ["VFR"])
        try expect(
            result,
            is: #"""
                {"bytes":1000,"duration":12.5,"manifest":"/out/a/manifest.json","name":"a","output":"/out","path":"/out/a",\#
                "playlist":"/out/a/master.m3u8","poster":"/out/a/poster.jpg","warnings":["VFR"]}
                """#)
        result.captions = ["a.en.srt"]
        try expect(
            result,
            is: #"""
                {"bytes":1000,"captions":["a.en.srt"],"duration":12.5,"manifest":"/out/a/manifest.json","name":"a",\#
                "output":"/out","path":"/out/a","playlist":"/out/a/master.m3u8","poster":"/out/a/poster.jpg","warnings":["VFR"]}
                """#)
        (result.output, result.poster, result.warnings, result.captions) = (nil, nil, [], nil)
        try expect(
            result,
            is: #"""
                {"bytes":1000,"duration":12.5,"manifest":"/out/a/manifest.json","name":"a","path":"/out/a",\#
                "playlist":"/out/a/master.m3u8","warnings":[]}
                """#)
    }

    @Test func note() throws {
        var note = JobNote(
            name: "a", duration: 75, rungs: ["720p", "360p"],
            warnings: [.init(code: "VFR", severity: "warning", message: "the frame rate varies")],
            cost: 12.5, poster: "/out/.vtranscode/jobs/1/p.jpg")
        try expect(
            note,
            is: #"""
                {"cost":12.5,"duration":75,"name":"a","poster":"/out/.vtranscode/jobs/1/p.jpg","rungs":["720p","360p"],\#
                "warnings":[{"code":"VFR","message":"the frame rate varies","severity":"warning"}]}
                """#)
        (note.poster, note.rungs, note.warnings) = (nil, [], [])
        try expect(
            note, is: #"{"cost":12.5,"duration":75,"name":"a","rungs":[],"warnings":[]}"#)
    }

    private static let time = Timestamp(1_767_323_045_625)

    @Test func eventOfAWebhook() throws {
        try expect(
            JobEventPayload(
                event: "published", job: "00000000000000000000", time: Self.time, sequence: 17,
                package: JobResult(
                    name: "a", output: nil, path: "/out/a", playlist: "/out/a/master.m3u8",
                    poster: nil, manifest: "/out/a/manifest.json", duration: 12.5, bytes: 1000,
                    warnings: [])),
            is: #"""
                {"event":"published","job":"00000000000000000000","package":{"bytes":1000,"duration":12.5,\#
                "manifest":"/out/a/manifest.json","name":"a","path":"/out/a","playlist":"/out/a/master.m3u8",\#
                "warnings":[]},"sequence":17,"time":"2026-01-02T03:04:05.625Z"}
                """#)
    }

    @Test func eventsOfTheStream() throws {
        try expect(
            JobEventPayload(
                event: "published", job: "1", time: Self.time, sequence: 17,
                urls: PackageURLs(
                    playlist: "file:///out/a%20b", poster: nil, manifest: "https://cdn.example/m",
                    download: nil)),
            is: #"""
                {"event":"published","job":"1","sequence":17,"time":"2026-01-02T03:04:05.625Z","urls":\#
                {"download":null,"manifest":"https://cdn.example/m","playlist":"file:///out/a%20b","poster":null}}
                """#)
        try expect(
            JobEventPayload(
                event: JobEventPayload.progressEvent, job: "1", time: Self.time, progress: 42,
                eta: 3),
            is:
                #"{"eta":3,"event":"progress","job":"1","progress":42,"time":"2026-01-02T03:04:05.625Z"}"#
        )
        try expect(
            JobEventPayload(
                event: "failed", job: "1", time: Self.time, sequence: 18,
                error: FailurePayload(
                    code: "EMPTY", message: "the file has no bytes", advice: "upload it again",
                    retryable: false)),
            is: #"""
                {"error":{"advice":"upload it again","code":"EMPTY","message":"the file has no bytes","retryable":false},\#
                "event":"failed","job":"1","sequence":18,"time":"2026-01-02T03:04:05.625Z"}
                """#)
    }

    @Test(arguments: [nil, "", "text", "[1]", "{}", #"{"name":1}"#])
    func invalidTextIsNoPayload(_ text: String?) {
        #expect(JobPayload(text) == nil)
        #expect(JobResult(text) == nil)
        #expect(JobNote(text) == nil)
        #expect(JobEventPayload(text) == nil)
    }

    /// A newer version may add members.
    @Test func unknownMembersAreIgnored() {
        let text = #"{"cost":1,"duration":2,"name":"a","rungs":[],"speed":{"x":1},"warnings":[]}"#
        #expect(JobNote(text)?.duration == 2)
    }

    /// The kinds of stored tasks.
    @Test func taskKinds() {
        #expect(
            TaskKind.allCases.map(\.rawValue) == [
                "transcode", "encode", "audio", "thumbnails", "package", "publish", "cleanup",
            ])
    }

    @Test func taskPayloads() throws {
        try expect(EncodeTaskPayload(chunks: 6..<8), is: #"{"chunks":[6,8]}"#)
        try expect(AudioTaskPayload(track: 1), is: #"{"track":1}"#)
        try expect(AudioTaskPayload(track: 0, runs: 2..<5), is: #"{"runs":[2,5],"track":0}"#)
    }

    /// A development version stored further members, which a migration leaves.
    @Test func migratedTaskPayloadsAreRead() {
        #expect(EncodeTaskPayload(#"{"cost":7.5,"chunks":[6,7]}"#)?.chunks == 6..<7)
        #expect(AudioTaskPayload(#"{"cost":0.1,"name":"und","track":0}"#)?.track == 0)
        #expect(AudioTaskPayload(#"{"track":0}"#) == AudioTaskPayload(track: 0, runs: nil))
    }
}
