import Testing

import Storage

@Suite struct PathTextTests {
    @Test(arguments: [
        ("a", "", "a", "", "a"), ("a/b", "a", "b", "", "b"), ("/a", "/", "a", "", "a"),
        ("a/b.c/d.tar.gz", "a/b.c", "d.tar.gz", "gz", "d.tar"),
        (".hidden", "", ".hidden", "", ".hidden"),
        ("x/", "x", "", "", ""), ("name.", "", "name.", "", "name."), ("", "", "", "", ""),
        ("a/\u{301}b", "a", "\u{301}b", "", "\u{301}b"),
        ("/\u{301}b", "/", "\u{301}b", "", "\u{301}b"),
    ])
    func pathIsSplit(
        path: String, parent: String, name: String, suffix: String, stem: String
    ) {
        #expect(PathText.parent(path) == parent)
        #expect(PathText.name(path) == name)
        #expect(PathText.pathExtension(path) == suffix)
        #expect(PathText.stem(path) == stem)
    }

    @Test(arguments: [
        ("", []), ("/", []), ("a", ["a"]), ("/a//b/./c/", ["a", "b", "c"]),
        ("a/../b", ["a", "..", "b"]),
        ("..\u{301}/x", ["..\u{301}", "x"]), ("../\u{301}x", ["..", "\u{301}x"]),
    ])
    func componentsAreListed(path: String, names: [String]) {
        #expect(PathText.names(path) == names)
    }
}
