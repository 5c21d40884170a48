import ArgumentParser
import Foundation
import SystemPackage
import Testing

@testable import vtranscode

@Suite struct AbsolutePathTests {
    @Test(
        arguments: [
            ("/a/../b", "/b"), ("/..", "/"), ("/a/./b//c/", "/a/b/c"), ("/", "/"),
            ("/a/../../\u{301}b", "/\u{301}b"),
        ] as [(FilePath, FilePath)])
    func absolutePathIsNormalized(path: FilePath, expected: FilePath) {
        #expect(AbsolutePath.of(path) == expected)
    }

    @Test(arguments: [("clip.mp4", "clip.mp4"), ("./a/../b", "b"), (".", "")])
    func relativePathIsThatInTheCurrentFolder(path: String, below: String) {
        let current = FilePath(FileManager.default.currentDirectoryPath)
        #expect(AbsolutePath.of(FilePath(path)) == current.appending(below))
    }

    @Test func emptyPathIsNotTheCurrentFolder() { #expect(AbsolutePath.of("").isEmpty) }

    @Test func argumentIsAPathUnlessItHasAZeroByte() {
        #expect(FilePath(argument: "a b.mp4") == "a b.mp4")
        #expect(FilePath(argument: "in/") == "in")
        #expect(FilePath(argument: "a\0.mp4") == nil)
        #expect(FilePath(argument: "") == FilePath())
    }
}
