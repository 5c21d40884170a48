internal import Errors
internal import MediaModel
internal import Packaging
package import Storage

/// The uploads below a prefix of a bucket, in the order of their keys; memory has one page of the listing.
///
/// Hidden objects, captions, files of packages, and objects below the output are no uploads.
package struct PrefixUploads: Sendable {
    private var listing: ObjectListing
    private let output: Location
    private let storage: StorageRegistry
    /// The folders of the last object that was examined, from the prefix down, and whether each is a package.
    private var folders: [(location: Location, isPackage: Bool)] = []
    /// The last object that was examined; `nil` before the first.
    package private(set) var position: Location?

    /// Reads a listing.
    ///
    /// - Parameters:
    ///   - listing: The listing.
    ///   - output: The location that packages are published at; if the prefix is below it, the prefix itself was named.
    ///   - storage: The stores that objects without a known extension are read from.
    package init(_ listing: ObjectListing, output: Location, in storage: StorageRegistry) {
        (self.listing, self.output, self.storage) = (listing, output, storage)
    }

    /// The prefix that is listed.
    package var prefix: Location { listing.prefix }
    /// The time at which the listing began by the server's clock, in seconds since 1970; `nil` if the server sent none.
    package var startTime: Double? { listing.startTime }
    /// The number of objects so far whose key has a control character, which no location has.
    package var unnamedCount: Int { listing.unnamedCount }

    /// Looks for the next upload.
    ///
    /// - Parameters:
    ///   - isWanted: Returns whether an object is examined.
    ///   - onSkip: Receives the objects that were examined and are no uploads, with the reason.
    /// - Returns: The upload; `nil` at the end.
    /// - Throws: `StorageError` or `UploadError` if the store fails, after which `position` is before the object that it failed for.
    package mutating func next(
        where isWanted: (ObjectListing.Entry) -> Bool,
        onSkip: (ObjectListing.Entry, String) -> Void
    ) throws -> ObjectListing.Entry? {
        while let entry = try listing.next() {
            let location = entry.location
            let isExamined =
                isWanted(entry) && !location.isHidden(below: listing.prefix)
                && (listing.prefix.isBelow(output) || !location.isBelow(output))
            let reason = isExamined ? try reason(toSkip: location) : nil
            position = location
            guard isExamined else { continue }
            guard let reason else { return entry }
            onSkip(entry, reason)
        }
        return nil
    }

    private mutating func reason(toSkip location: Location) throws -> String? {
        if try isInPackage(location) { return "a file of a package" }
        do {
            return try FolderFile.reason(toSkip: location, in: storage)
        } catch {
            // The job of an upload that is unreadable for good shows the error.
            if error.retryability == .transient { throw error }
            return nil
        }
    }

    /// Whether a folder between the prefix and an object has a finished package; each folder is asked for once in a row.
    private mutating func isInPackage(_ location: Location) throws(StorageError) -> Bool {
        let names = Self.folders(of: location, below: listing.prefix)
        let known = zip(folders, names).prefix { $0.location == $1 }.count
        folders.removeSubrange(known...)
        for folder in names.dropFirst(known) where folders.last?.isPackage != true {
            var isPackage = try storage.hasObject(at: folder.appending(Manifest.fileName))
            if isPackage {
                isPackage = try storage.hasObject(at: folder.appending(Manifest.multivariantName))
            }
            folders.append((folder, isPackage))
        }
        return folders.last?.isPackage ?? false
    }

    /// The prefixes between a prefix and an object, each with a slash at its end.
    private static func folders(of location: Location, below prefix: Location) -> [Location] {
        let (text, start) = (location.text.utf8, prefix.text.utf8.count)
        return text.indices.dropFirst(start).filter { text[$0] == UInt8(ascii: "/") }.compactMap {
            try? Location(checking: String(decoding: text[...$0], as: UTF8.self))
        }
    }
}
