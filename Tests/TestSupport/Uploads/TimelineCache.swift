public import Foundation

/// Timelines, measured once for all tests, since each decodes the upload.
public actor TimelineCache {
    public static let shared = TimelineCache()

    private var tasks: [URL: Task<UploadTimeline, any Error>] = [:]

    public func timeline(of upload: URL) async throws -> UploadTimeline {
        let task = tasks[upload] ?? Task { try await UploadTimeline(of: upload) }
        tasks[upload] = task
        return try await task.value
    }
}
