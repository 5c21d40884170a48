import Foundation
import HLS
import Logging
import MediaModel
import MediaSandbox
import Packaging
internal import Transcoding

/// Reads a package from its folder: playlists here, media in a sandbox process.
struct PackageReader {
    let folder: String
    /// The path of the upload that it was made from.
    let upload: String
    let sandboxMode: SandboxMode
    let logger: Logger

    func read() async throws -> PackageContents {
        let master = try MultivariantPlaylist(parsing: text("master.m3u8"))
        let tracks = master.variants.map(\.uri) + master.renditions.compactMap(\.uri)
        var playlists: [String: MediaPlaylist] = [:]
        for path in tracks + master.iFrameVariants.map(\.uri) {
            playlists[path] = try MediaPlaylist(parsing: text(path))
        }
        let files = try sizes()
        let paths = Set(tracks).sorted()
        let asked = try paths.map { path in
            try playlists[path].map { try Self.parts($0, at: path, files) }
                ?? TrackMeasurement.Track(initialization: nil, segments: [])
        }
        let measured = try await measure(asked)
        return PackageContents(
            files: files, multivariant: master, playlists: playlists,
            tracks: Dictionary(uniqueKeysWithValues: zip(paths, measured)))
    }

    /// One file that is no package, as a track of a single segment.
    func file(_ name: String) async throws -> MeasuredTrack {
        let part = try Self.part(nil, of: name, sizes())
        guard let part,
            let track = try await measure([
                TrackMeasurement.Track(initialization: nil, segments: [part])
            ]).first
        else { throw EvaluationError(description: "\(name) is empty or not there") }
        return track
    }

    private func measure(_ tracks: [TrackMeasurement.Track]) async throws -> [MeasuredTrack] {
        try await TrackMeasurement.measure(
            tracks, in: folder, madeFrom: upload, sandboxMode: sandboxMode, logger: logger)
    }

    private func text(_ path: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: "\(folder)/\(path)")), as: UTF8.self)
    }

    private func sizes() throws -> [String: Int] {
        var sizes: [String: Int] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder) {
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(path)")
            guard attributes[.type] as? FileAttributeType == .typeRegular else { continue }
            sizes[path] = (attributes[.size] as? NSNumber)?.intValue ?? 0
        }
        return sizes
    }

    /// The files of a playlist that are there; the checks report those that are not.
    private static func parts(
        _ playlist: MediaPlaylist, at path: String, _ files: [String: Int]
    ) throws -> TrackMeasurement.Track {
        let initialization = try playlist.initialization.map { map in
            let file = PackageContents.path(map.uri, from: path)
            guard let part = part(map.byteRange, of: file, files) else {
                throw EvaluationError(description: "\(file) is empty or not there")
            }
            return part
        }
        return TrackMeasurement.Track(
            initialization: initialization,
            segments: playlist.segments.compactMap {
                part($0.byteRange, of: PackageContents.path($0.uri, from: path), files)
            })
    }

    /// A range of a file as far as that is there; `nil` if there is nothing of it.
    private static func part(
        _ range: Range<Int>?, of file: String, _ files: [String: Int]
    ) -> TrackMeasurement.FileRange? {
        let whole = 0..<(files[file] ?? 0)
        let range = range?.clamped(to: whole) ?? whole
        return range.isEmpty ? nil : TrackMeasurement.FileRange(path: file, range: range)
    }
}

/// Why the files that an evaluation made could not be read.
struct EvaluationError: Error, CustomStringConvertible {
    let description: String
}
