internal import JobModel
internal import JobQueue
internal import Storage

/// A file of a finished package in a bucket, which browsers read by a presigned URL.
struct PackageObject: Sendable {
    /// The files that the status page links.
    enum File: Sendable {
        case poster, manifest, download
    }

    /// The time for which a URL is valid, in seconds; chosen for a download to start, and for a browser to use a cached redirect.
    static let expiry = 900

    private let location: Location
    /// The name under which browsers save the file; `nil` to show it.
    private let attachment: String?

    /// Creates a file of a completed job; `nil` if its package has none, or is in a folder.
    init?(_ file: File, of job: JobRecord) {
        guard job.state == .completed, let result = JobResult(job.result) else { return nil }
        let text =
            switch file {
            case .poster: result.poster
            case .manifest: result.manifest
            case .download: result.download
            }
        guard let location = text.flatMap({ try? Location(checking: $0) }), location.path == nil
        else { return nil }
        self.location = location
        attachment = file == .download ? "\(result.name).mp4" : nil
    }

    /// Creates a URL; it waits for the service of credentials.
    ///
    /// - Returns: `nil` if the process has no credentials for the bucket.
    func url(in storage: StorageRegistry) -> String? {
        try? storage.presignedURL(of: location, expiry: Self.expiry, attachment: attachment)
    }

    /// The scheme and the authority of a URL.
    static func origin(of url: String) -> String {
        url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).prefix(3)
            .joined(separator: "/")
    }
}
