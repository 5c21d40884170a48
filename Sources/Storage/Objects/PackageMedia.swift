internal import S3
internal import Synchronization
internal import SystemPackage
internal import Transport

/// The media of an unpublished package, which its job writes to the final keys.
struct PackageMedia: Sendable {
    let destination: S3Destination
    let name: String
    let writer: PackageWriter
    private let isReserved = Flag()

    /// Creates the media of a package, whose name is reserved before the first write.
    ///
    /// - Parameters:
    ///   - name: One visible path component.
    ///   - writer: The job.
    ///   - destination: The destination of the package.
    /// - Throws: `EINVAL` for names that no object can have.
    init(_ name: String, by writer: PackageWriter, in destination: S3Destination)
        throws(StorageError)
    {
        for component in [name, writer.job, writer.attempt] {
            try destination.check(component, for: "reserve name")
        }
        self.name = name
        self.writer = writer
        self.destination = destination.with(destination.bucket.checking(writer.checkLease))
    }

    private var bucket: ObjectBucket { destination.bucket }

    /// The key of a file.
    func key(_ path: String) -> String { destination.keys.package(name) + path }

    /// Reserves the name for the job, once.
    ///
    /// - Throws: `.exists` or `.locked` if another job has the name; `.recentlyRemoved` until a removed name is free.
    func reserve() throws(StorageError) {
        try isReserved.setOnce { () throws(StorageError) in
            try destination.reserve(name, by: writer)
        }
    }

    /// Writes a file, unless the bucket has it already.
    ///
    /// - Returns: The ETag of the object.
    /// - Throws: `.locked` if the name has another reservation by now, and other bytes would be replaced.
    func write(_ file: RegularFile, to path: String) throws(StorageError) -> String? {
        try reserve()
        return try withExtendedLifetime(file) { () throws(StorageError) in
            try bucket.ensure(
                .file(descriptor: file.descriptor, range: 0..<file.size), key(path),
                ObjectHeaders(package: FilePath(path)), checkReplacing: checkReservation)
        }
    }

    /// Checks, before other bytes are replaced, that they are not those of a job that has got the name since.
    private func checkReservation() throws(StorageError) {
        let found = try destination.reservations.find(name)?.value
        guard found?.job == writer.job, found?.state == .reserved else {
            throw destination.locked(name, "write")
        }
    }
}

/// A step that succeeds once.
private final class Flag: Sendable {
    private let isSet = Mutex(false)

    func setOnce(_ body: () throws(StorageError) -> Void) throws(StorageError) {
        try isSet.withLock { isSet throws(StorageError) in
            guard !isSet else { return }
            try body()
            isSet = true
        }
    }
}
