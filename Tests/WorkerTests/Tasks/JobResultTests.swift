import JobModel
import Testing
import Transcoding

@testable import Worker

@Suite struct JobResultTests {
    /// What the transcoder makes is what everybody reads.
    @Test func packageBecomesTheJobsResult() throws {
        let text = """
            {"bytes":1000,"duration":12.5,"manifest":"/out/a/manifest.json","name":"a","output":"/out","path":"/out/a",\
            "playlist":"/out/a/master.m3u8","poster":"/out/a/poster.jpg","warnings":["VFR"]}
            """
        let package: PackageResult = try PayloadJSON.value(text)
        #expect(try JobResult(package).json == text)
    }
}
