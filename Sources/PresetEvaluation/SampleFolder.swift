import Foundation
public import Logging
import Storage
import SystemPackage
import Transcoding

/// A temporary folder with the beginnings of clips, in which packages are made; `remove` deletes it.
public struct SampleFolder: Sendable {
    /// The name of each clip, and the location of the file to encode.
    let clips: [(name: String, location: Location)]
    private let folder: FilePath

    /// Trims the clips of a folder.
    ///
    /// - Parameters:
    ///   - options: The clips and their duration.
    ///   - logger: The logger of the sandbox.
    /// - Throws: `UsageError` if there is no clip; `UploadError` if a clip is not a valid upload.
    public init(_ options: EvaluationOptions, logger: Logger) async throws {
        if let path = options.media.path, !FileManager.default.fileExists(atPath: path.string) {
            throw UsageError(.noSuchClips(path.string))
        }
        let sources = SampleClip.sources(in: options.media, of: options.storage)
        guard !sources.isEmpty else {
            throw UsageError(.noClips(options.media.description))
        }
        folder = FilePath(FileManager.default.temporaryDirectory.path(percentEncoded: false))
            .appending("vtranscode-\(UUID().uuidString)")
        do {
            clips = try await Self.trim(sources, options, to: folder.appending("clips"), logger)
        } catch {
            try? FileManager.default.removeItem(atPath: folder.string)
            throw error
        }
    }

    /// Deletes the folder.
    public func remove() { try? FileManager.default.removeItem(atPath: folder.string) }

    /// Returns the path for a new folder of a package.
    func output() -> FilePath { folder.appending(UUID().uuidString) }

    private static func trim(
        _ sources: [Location], _ options: EvaluationOptions, to folder: FilePath, _ logger: Logger
    ) async throws -> [(name: String, location: Location)] {
        try FileManager.default.createDirectory(
            atPath: folder.string, withIntermediateDirectories: true)
        var clips: [(name: String, location: Location)] = []
        for (index, source) in sources.enumerated() {
            let file = folder.appending("\(index).mp4")
            let isTrimmed = try await SampleClip.copy(
                source, in: options.storage, seconds: options.seconds, to: file,
                sandboxMode: options.sandboxMode,
                logger: logger)
            // A clip whose codecs MP4 does not support is encoded whole.
            clips.append((source.fileName, isTrimmed ? Location(file) : source))
        }
        return clips
    }
}
