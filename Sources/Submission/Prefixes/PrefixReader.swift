internal import Scheduling
package import Storage
package import Transcoding

/// Reads the uploads below a prefix of a bucket, on threads outside of the cooperative pool.
package struct PrefixReader: Sendable {
    private static let threads = BlockingPool(label: "vtranscode.prefixes")

    /// The uploads after the last one that was returned.
    package private(set) var uploads: PrefixUploads

    /// Finds the uploads at a location.
    ///
    /// - Parameters:
    ///   - location: The location.
    ///   - output: The location that packages are published at.
    ///   - storage: The stores.
    /// - Returns: `nil` for anything but the prefix of a bucket.
    /// - Throws: `StorageError` if the store fails; `CancellationError` if the task is cancelled.
    package static func find(
        at location: Location, output: Location, in storage: StorageRegistry
    ) async throws -> PrefixReader? {
        try await threads.run { _ in try storage.objects(below: location) }
            .map { PrefixReader(PrefixUploads($0, output: output, in: storage)) }
    }

    package init(_ uploads: PrefixUploads) { self.uploads = uploads }

    /// Looks for the next upload.
    ///
    /// - Parameters:
    ///   - isWanted: Returns whether an object is examined.
    ///   - onSkip: Receives the objects that were examined and are no uploads, with the reason.
    /// - Returns: The upload; `nil` at the end.
    /// - Throws: `StorageError` or `UploadError` if the store fails; `CancellationError` if the task is cancelled.
    package mutating func next(
        where isWanted: @escaping @Sendable (ObjectListing.Entry) -> Bool = { _ in true },
        onSkip: @escaping @Sendable (ObjectListing.Entry, String) -> Void
    ) async throws -> ObjectListing.Entry? {
        let found = try await Self.threads.run { [uploads] _ in
            var uploads = uploads
            return (try uploads.next(where: isWanted, onSkip: onSkip), uploads)
        }
        uploads = found.1
        return found.0
    }
}
