import JobModel
import Testing
import Transcoding

@testable import Worker

@Suite struct JobResultTests {
    /// The transcoder's result is the result of the job.
    @Test func packageIsTheJobsResult() throws {
        let text = """
            {"bytes":1000,"duration":12.5,"manifest":"/out/a/manifest.json","name":"a","output":"/out","path":"/out/a",\
            "playlist":"/out/a/master.m3u8","poster":"/out/a/poster.jpg","warnings":["VFR"]}
            """
        let package: PackageResult = try PayloadJSON.value(text)
        #expect(try JobResult(package).json == text)
    }

    @Test func packageWithoutAPosterHasNone() throws {
        let text = """
            {"bytes":1,"duration":1,"manifest":"/out/a/manifest.json","name":"a","output":"/out","path":"/out/a",\
            "playlist":"/out/a/master.m3u8","warnings":[]}
            """
        let package: PackageResult = try PayloadJSON.value(text)
        #expect(package.poster == nil)
        #expect(try PayloadJSON.text(package) == text)
    }

    @Test(arguments: ["", "/out\\u0000/a"]) func recordWithoutAPathIsNotRead(path: String) {
        let text = """
            {"bytes":1,"duration":1,"manifest":"/out/a/manifest.json","name":"a","output":"\(path)","path":"/out/a",\
            "playlist":"/out/a/master.m3u8","warnings":[]}
            """
        #expect(throws: DecodingError.self) { try PayloadJSON.value(text) as PackageResult }
    }

    /// Publications of a queue with schema 7, whose records a migration has rewritten, are resolved.
    @Test func migratedPublicationIsRead() throws {
        let result = """
            {"bytes":1000,"duration":12.5,"manifest":"/out/a/manifest.json","name":"a","output":"/out","path":"/out/a",\
            "playlist":"/out/a/master.m3u8","poster":"/out/a/poster.jpg","warnings":["VFR"]}
            """
        let record = """
            {"result":\(result),"staged":{"path":"/out/.vtranscode/jobs/a/a-5-1","identity":"16572855"},\
            "upload":"/in/a.mp4"}
            """
        let package: BuiltPackage = try PayloadJSON.value(record)
        #expect(package.result.name == "a")
        #expect(
            try PayloadJSON.text(package) == """
                {"result":\(result),"staged":{"identity":"16572855","path":"/out/.vtranscode/jobs/a/a-5-1"},\
                "upload":"/in/a.mp4"}
                """)
    }
}
