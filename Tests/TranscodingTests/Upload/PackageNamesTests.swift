import Storage
import SystemPackage
import Testing

@testable import Transcoding

@Suite struct PackageNamesTests {
    /// Returns the names for uploads with contents by path, and existing packages by name.
    private func names(
        _ paths: [FilePath], chosen: String? = nil, contents: [FilePath: String] = [:],
        existing: [String: String] = [:]
    ) -> [FilePath: String] {
        let names = PackageNames.assign(
            paths.map(Location.init), chosen: chosen,
            sha256: { $0.path.flatMap { contents[$0] } }, existing: { existing[$0] })
        return Dictionary(uniqueKeysWithValues: names.map { ($0.key.path ?? "", $0.value) })
    }

    private static let contents: [FilePath: String] = [
        "a/clip.mp4": "aaaaaaaaaaaaaaaa", "b/clip.mov": "bbbbbbbbbbbbbbbb",
        "c/clip.mp4": "aaaaaaaaaaaaaaaa",
    ]

    @Test func singleUploadHasTheChosenName() {
        #expect(names(["a/clip.mp4"], chosen: "film") == ["a/clip.mp4": "film"])
    }

    @Test func namesWithoutCollisionAreTheFiles() {
        #expect(names(["x/one.mp4", "two.mov"]) == ["x/one.mp4": "one", "two.mov": "two"])
    }

    @Test func collisionsAreResolvedByContent() {
        let names = names(["a/clip.mp4", "b/clip.mov"], contents: Self.contents)
        #expect(names == ["a/clip.mp4": "clip-aaaaaaaa", "b/clip.mov": "clip-bbbbbbbb"])
    }

    /// The same on the next run, in another order, from another folder.
    @Test func namesDoNotDependOnTheOrder() {
        let forwards = names(["a/clip.mp4", "b/clip.mov"], contents: Self.contents)
        let backwards = names(["b/clip.mov", "a/clip.mp4"], contents: Self.contents)
        #expect(forwards == backwards)
    }

    @Test func existingPackageRetainsItsName() {
        let names = names(
            ["a/clip.mp4", "b/clip.mov"], contents: Self.contents,
            existing: ["clip": "bbbbbbbbbbbbbbbb"])
        #expect(names == ["a/clip.mp4": "clip-aaaaaaaa", "b/clip.mov": "clip"])
    }

    @Test func copiesOfOneFileAreNumbered() {
        let names = names(["a/clip.mp4", "c/clip.mp4"], contents: Self.contents)
        #expect(names == ["a/clip.mp4": "clip-aaaaaaaa", "c/clip.mp4": "clip-aaaaaaaa-2"])
    }

    /// Some file systems do not tell upper case from lower.
    @Test func namesCollideWithoutCase() {
        let names = names(
            ["Clip.mp4", "clip.mov"], contents: ["Clip.mp4": "cccccccc1", "clip.mov": "dddddddd1"])
        #expect(names == ["Clip.mp4": "Clip-cccccccc", "clip.mov": "clip-dddddddd"])
    }

    @Test func unreadableUploadHasAName() {
        let names = names(["a/clip.mp4", "z/clip.mp4"], contents: Self.contents)
        #expect(names["z/clip.mp4"] == "clip-unknown")
    }

    /// Names that are made up for a collision may be another upload's own.
    @Test func namesAreUnique() {
        let paths: [FilePath] = ["a/clip.mp4", "b/clip.mov", "clip-aaaaaaaa.mp4", "c/clip.mp4"]
        var contents = Self.contents
        contents["clip-aaaaaaaa.mp4"] = "eeeeeeeeeeeeeeee"
        let names = names(paths, contents: contents)
        #expect(names.count == paths.count)
        #expect(Set(names.values.map { $0.lowercased() }).count == paths.count)
    }

    @Test func numberedCopiesAvoidExistingNames() {
        let paths: [FilePath] = ["a/clip.mp4", "c/clip.mp4", "clip-aaaaaaaa-2.mp4"]
        let names = names(paths, contents: Self.contents)
        #expect(Set(names.values).count == paths.count)
    }
}
