import Foundation
import HLS
import Logging
import MediaModel
import MediaSandbox
import Packaging
import Storage
import SystemPackage
internal import Transcoding

/// Reads a package from its folder: playlists in this process, media in a sandbox process.
struct PackageReader {
    let folder: FilePath
    /// The location of the upload.
    let upload: Location
    var storage = StorageRegistry.local
    let sandboxMode: SandboxMode
    let logger: Logger

    func read() async throws -> PackageContents {
        let multivariant = try MultivariantPlaylist(parsing: text(Manifest.multivariantName))
        let tracks = multivariant.variants.map(\.uri) + multivariant.renditions.compactMap(\.uri)
        var playlists: [String: MediaPlaylist] = [:]
        for path in tracks + multivariant.iFrameVariants.map(\.uri) {
            playlists[path] = try MediaPlaylist(parsing: text(path))
        }
        let files = try sizes()
        let paths = Set(tracks).sorted()
        let requested = try paths.map { path in
            try playlists[path].map { try Self.parts($0, at: path, files) }
                ?? TrackMeasurement.Track(initialization: nil, segments: [])
        }
        let measured = try await measure(requested)
        return PackageContents(
            files: files, multivariant: multivariant, playlists: playlists,
            tracks: Dictionary(uniqueKeysWithValues: zip(paths, measured)))
    }

    /// Returns the track of a single file, as one segment.
    func file(_ name: String) async throws -> MeasuredTrack {
        let part = try Self.part(nil, of: name, sizes())
        guard let part,
            let track = try await measure([
                TrackMeasurement.Track(initialization: nil, segments: [part])
            ]).first
        else { throw EvaluationError(message: "\(name) is empty or does not exist") }
        return track
    }

    private func measure(_ tracks: [TrackMeasurement.Track]) async throws -> [MeasuredTrack] {
        try await TrackMeasurement.measure(
            tracks, in: folder, madeFrom: upload, in: storage, sandboxMode: sandboxMode,
            logger: logger)
    }

    private func text(_ path: String) throws -> String {
        let path = try FilePath(checking: path)
        let file = URL(filePath: folder.appending(path.components).string)
        return String(decoding: try Data(contentsOf: file), as: UTF8.self)
    }

    private func sizes() throws -> [String: Int] {
        var sizes: [String: Int] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.string) {
            let attributes = try FileManager.default.attributesOfItem(
                atPath: folder.appending(path).string)
            guard attributes[.type] as? FileAttributeType == .typeRegular else { continue }
            sizes[path] = (attributes[.size] as? NSNumber)?.intValue ?? 0
        }
        return sizes
    }

    /// Returns the existing files of a playlist; the checks report missing ones.
    private static func parts(
        _ playlist: MediaPlaylist, at path: String, _ files: [String: Int]
    ) throws -> TrackMeasurement.Track {
        let initialization = try playlist.initialization.map { segment in
            let file = PackageContents.path(segment.uri, from: path)
            guard let part = try part(segment.byteRange, of: file, files) else {
                throw EvaluationError(message: "\(file) is empty or does not exist")
            }
            return part
        }
        return TrackMeasurement.Track(
            initialization: initialization,
            segments: try playlist.segments.compactMap {
                try part($0.byteRange, of: PackageContents.path($0.uri, from: path), files)
            })
    }

    /// Returns the existing bytes of a range of a file; `nil` if there are none.
    private static func part(
        _ range: Range<Int>?, of file: String, _ files: [String: Int]
    ) throws -> TrackMeasurement.FileRange? {
        let whole = 0..<(files[file] ?? 0)
        let range = range?.clamped(to: whole) ?? whole
        guard !range.isEmpty else { return nil }
        return TrackMeasurement.FileRange(path: try FilePath(checking: file), range: range)
    }
}

/// An error about files of an evaluation that could not be read.
struct EvaluationError: Error, CustomStringConvertible {
    let message: String

    var description: String { message }
}
