import Foundation
public import Logging
import Transcoding

/// The beginnings of some clips, and a place for what is made of them; removed by `remove`.
public struct SampleFolder: Sendable {
    /// The clip's own name, and the file to encode.
    let clips: [(name: String, path: String)]
    private let folder: String

    /// Cuts the clips of a folder.
    ///
    /// - Parameters:
    ///   - options: Which clips, and how much of each.
    ///   - logger: Told what is done.
    /// - Throws: `UsageError` if there is no clip; `UploadError` if one of them is no upload.
    public init(_ options: EvaluationOptions, logger: Logger) async throws {
        guard FileManager.default.fileExists(atPath: options.media) else {
            throw UsageError(
                description: "there is no \(options.media) to take clips from: name a folder of "
                    + "short clips with --media")
        }
        let sources = SampleClip.sources(in: options.media)
        guard !sources.isEmpty else {
            throw UsageError(description: "no clip in \(options.media): name another --media")
        }
        folder = FileManager.default.temporaryDirectory
            .appending(path: "vtranscode-\(UUID().uuidString)").path(percentEncoded: false)
        do {
            clips = try await Self.cut(sources, options, to: "\(folder)/clips", logger)
        } catch {
            try? FileManager.default.removeItem(atPath: folder)
            throw error
        }
    }

    public func remove() { try? FileManager.default.removeItem(atPath: folder) }

    /// A new folder to make packages in.
    func output() -> String { "\(folder)/\(UUID().uuidString)" }

    private static func cut(
        _ sources: [String], _ options: EvaluationOptions, to folder: String, _ logger: Logger
    ) async throws -> [(name: String, path: String)] {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        var clips: [(name: String, path: String)] = []
        for (index, source) in sources.enumerated() {
            let file = "\(folder)/\(index).mp4"
            let isCut = try await SampleClip.copy(
                source, seconds: options.seconds, to: file, sandboxMode: options.sandboxMode,
                logger: logger)
            // What no MP4 can hold is encoded whole.
            clips.append((URL(filePath: source).lastPathComponent, isCut ? file : source))
        }
        return clips
    }
}
