import Testing

@testable import Transcoding

@Suite struct PathTextTests {
    @Test(arguments: [
        ("a", "", "a", "", "a"), ("a/b", "a", "b", "", "b"), ("/a", "/", "a", "", "a"),
        ("a/b.c/d.tar.gz", "a/b.c", "d.tar.gz", "gz", "d.tar"),
        (".hidden", "", ".hidden", "", ".hidden"),
        ("x/", "x", "", "", ""), ("name.", "", "name.", "", "name."), ("", "", "", "", ""),
    ])
    func pathsHaveTheirParts(
        path: String, parent: String, name: String, suffix: String, stem: String
    ) {
        #expect(PathText.parent(path) == parent)
        #expect(PathText.name(path) == name)
        #expect(PathText.pathExtension(path) == suffix)
        #expect(PathText.stem(path) == stem)
    }
}
