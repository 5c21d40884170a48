public import SystemPackage

/// A package that a job writes, and that has no name in its destination yet.
public protocol PackageDraft: Sendable {
    /// Begins to write a finished file to its path in the package, if the destination can take files before the package is built.
    ///
    /// The file is written on other threads; `stage` waits for them.
    ///
    /// - Throws: The error of an earlier file: the package cannot be staged then.
    func write(_ file: RegularFile, to path: String) throws(StorageError)

    /// Waits for writes that have begun, and begins no others: what was written can be removed then.
    func stop()

    /// Returns the first of some placed files that the destination does not have as it was written; `nil` if it has all.
    func missing(_ placed: [PlacedFile]) throws(StorageError) -> PlacedFile?

    /// Makes a built package durable, and removes the folder that it was built in.
    ///
    /// - Parameters:
    ///   - built: The folder of the built package, with all files but the placed ones; gone afterwards.
    ///   - placed: The files that artifact stores have written to the package.
    /// - Returns: The record of the staged package.
    /// - Throws: If the package cannot be staged.
    func stage(
        _ built: FilePath, placed: [PlacedFile]
    ) throws(StorageError) -> StagedPackage
}

extension PackageDraft {
    /// Makes a built package durable whose folder has all of its files.
    func stage(_ built: FilePath) throws(StorageError) -> StagedPackage {
        try stage(built, placed: [])
    }
}

/// The job that writes a package.
public struct PackageWriter: Sendable {
    /// The job, the same for all of its attempts: one visible path component.
    let job: String
    /// The attempt, different for each: one visible path component.
    let attempt: String
    /// Checks that the job may still write; called before each change of a shared store.
    let checkLease: @Sendable () throws(StorageError) -> Void

    /// Creates a writer.
    ///
    /// - Parameters:
    ///   - job: The job, the same for all of its attempts: one visible path component.
    ///   - attempt: The attempt, different for each: one visible path component.
    ///   - checkLease: Throws if the attempt has lost the right to write.
    public init(
        job: String, attempt: String,
        checkLease: @escaping @Sendable () throws(StorageError) -> Void = {}
    ) {
        (self.job, self.attempt, self.checkLease) = (job, attempt, checkLease)
    }
}
