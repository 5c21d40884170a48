import Testing

@testable import JobModel

@Suite struct PackageLinksTests {
    private var links: PackageLinks {
        var links = PackageLinks()
        links.serve("/srv/media", at: "https://cdn.example/v/")
        links.serve("s3://packages/live/", at: "https://cdn.example")
        links.serve("s3://packages/live/vip", at: "https://vip.example/x")
        links.serve("s3://whole", at: "http://whole.example")
        return links
    }

    @Test(arguments: [
        ("/srv/media/a b/ä.m3u8", "https://cdn.example/v/a%20b/%C3%A4.m3u8"),
        ("/srv/media//a/./b", "https://cdn.example/v/a/./b"),
        ("s3://packages/live/a/b.m3u8", "https://cdn.example/a/b.m3u8"),
        ("s3://packages/live/vip/b", "https://vip.example/x/b"),
        ("s3://packages/live/a//b?c", "https://cdn.example/a//b%3Fc"),
        ("s3://whole/a", "http://whole.example/a"),
    ])
    func filesBelowARootAreBelowItsURL(_ file: String, _ url: String) {
        #expect(links.url(of: file) == url)
    }

    @Test(arguments: [
        ("/srv/media2/a", "file:///srv/media2/a"), ("/srv/media", "file:///srv/media"),
        ("s3://packages/lively/a", "s3://packages/lively/a"), ("s3://other/a", "s3://other/a"),
        ("s3://packages/live", "s3://packages/live"), ("", nil), ("/out\0/a", nil),
    ])
    func otherFilesHaveTheirOwnURL(_ file: String, _ url: String?) {
        #expect(links.url(of: file) == url)
    }

    @Test func packageHasTheURLsOfItsFiles() {
        let result = JobResult(
            name: "a", output: nil, path: "s3://whole/a", playlist: "s3://whole/a/master.m3u8",
            poster: nil, manifest: "s3://whole/a/manifest.json",
            download: "s3://whole/a/download.mp4", duration: 1, bytes: 1, warnings: [])
        #expect(
            links.urls(of: result)
                == PackageURLs(
                    playlist: "http://whole.example/a/master.m3u8", poster: nil,
                    manifest: "http://whole.example/a/manifest.json",
                    download: "http://whole.example/a/download.mp4"))
        #expect(
            links.urls(of: nil)
                == PackageURLs(playlist: nil, poster: nil, manifest: nil, download: nil))
    }
}
