import Foundation
import Presets
import Testing

@Suite struct PresetLoadingTests {
    private func failure(_ nameOrPath: String) -> String {
        do throws(PresetError) {
            _ = try Preset.load(nameOrPath)
            return ""
        } catch {
            return error.description
        }
    }

    @Test func unknownNameSuggestsTheNearest() {
        #expect(
            failure("hls-lader")
                == "hls-lader: preset.unknown: no shipped preset has this name; did you mean hls-ladder?"
        )
        #expect(failure("zzz").contains("hls-ladder-60, hls-ts, "))
    }

    @Test func pathsHaveASlashOrAnExtension() {
        #expect(failure("./hls-ladder").hasPrefix("./hls-ladder: file.unreadable: no such file;"))
        #expect(failure("none.yaml").hasPrefix("none.yaml: file.unreadable: no such file;"))
        #expect(failure("none.yml").hasPrefix("none.yml: file.unreadable: no such file;"))
    }

    /// A folder, an endless device and a FIFO without a writer are rejected.
    @Test func onlyRegularFilesAreRead() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let fifo = folder.appending(path: "fifo.yaml").path
        #expect(mkfifo(fifo, 0o600) == 0)
        for path in [folder.path, "/dev/zero", fifo] {
            #expect(failure(path).hasPrefix("\(path): file.unreadable: not a regular file;"))
        }
    }

    @Test func linkToAFileIsFollowed() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "team.yaml")
        try Data(preset().utf8).write(to: file)
        let link = folder.appending(path: "link.yaml")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
        #expect(try Preset.load(link.path).name == "test")
    }
}
