import Foundation
public import Logging
import Transcoding

/// A temporary folder with the beginnings of clips, in which packages are made; `remove` deletes it.
public struct SampleFolder: Sendable {
    /// The name of each clip, and the path of the file to encode.
    let clips: [(name: String, path: String)]
    private let folder: String

    /// Trims the clips of a folder.
    ///
    /// - Parameters:
    ///   - options: The clips and their duration.
    ///   - logger: The logger of the sandbox.
    /// - Throws: `UsageError` if there is no clip; `UploadError` if a clip is not a valid upload.
    public init(_ options: EvaluationOptions, logger: Logger) async throws {
        guard FileManager.default.fileExists(atPath: options.media) else {
            throw UsageError(.noSuchClips(options.media))
        }
        let sources = SampleClip.sources(in: options.media)
        guard !sources.isEmpty else {
            throw UsageError(.noClips(options.media))
        }
        folder = FileManager.default.temporaryDirectory
            .appending(path: "vtranscode-\(UUID().uuidString)").path(percentEncoded: false)
        do {
            clips = try await Self.trim(sources, options, to: "\(folder)/clips", logger)
        } catch {
            try? FileManager.default.removeItem(atPath: folder)
            throw error
        }
    }

    /// Deletes the folder.
    public func remove() { try? FileManager.default.removeItem(atPath: folder) }

    /// Returns the path for a new folder of a package.
    func output() -> String { "\(folder)/\(UUID().uuidString)" }

    private static func trim(
        _ sources: [String], _ options: EvaluationOptions, to folder: String, _ logger: Logger
    ) async throws -> [(name: String, path: String)] {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        var clips: [(name: String, path: String)] = []
        for (index, source) in sources.enumerated() {
            let file = "\(folder)/\(index).mp4"
            let isTrimmed = try await SampleClip.copy(
                source, seconds: options.seconds, to: file, sandboxMode: options.sandboxMode,
                logger: logger)
            // A clip whose codecs MP4 does not support is encoded whole.
            clips.append((URL(filePath: source).lastPathComponent, isTrimmed ? file : source))
        }
        return clips
    }
}
