import ArgumentParser
import Foundation
import MediaModel
import Storage
import SystemPackage
import Transcoding

/// The options of uploads and packages in buckets and on web servers.
struct StorageOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A file with the settings of buckets (default: $VTRANSCODE_BUCKETS).",
            valueName: "file"), completion: .file())
    var bucketSettings: FilePath?

    @Option(
        name: .customLong("cache"),
        help: ArgumentHelp(
            "The folder for bytes of uploads that are read from URLs (default: /var/tmp/vtranscode-UID).",
            valueName: "dir"), completion: .directory)
    var cacheFolder: FilePath?

    @Option(
        name: .customLong("cache-size"),
        help: ArgumentHelp("The disk space for these bytes (default: 4G).", valueName: "size"),
        transform: ResourceOptions.byteCount)
    var cacheSize = 4 << 30

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The time for which the name of a package that was removed from a bucket stays reserved (default: 30m).",
            valueName: "time"),
        transform: DurationText.seconds)
    var nameRetention = 1800.0

    @Option(
        help: ArgumentHelp(
            "The prefix for unfinished work of queued jobs on packages in buckets (default: .vtranscode/ below the packages).",
            valueName: "s3-url"), transform: Location.argument)
    var workspace: Location?

    func validate() throws {
        guard let workspace else { return }
        guard case .object = workspace.kind else {
            throw ValidationError("--workspace: write s3://BUCKET/PREFIX")
        }
    }

    /// Opens the stores that arguments name.
    ///
    /// - Parameters:
    ///   - writes: The conditions of writes; by default, those of the settings of buckets.
    ///   - allowsPrivateUploads: Whether web servers of uploads that have a root may have private addresses.
    /// - Returns: The stores, which connect when they are used.
    /// - Throws: `BucketSettingsError` if the settings are not valid.
    func registry(
        _ writes: ConditionalWritesOption? = nil, allowsPrivateUploads: Bool = false
    ) throws -> StorageRegistry {
        let environment = ProcessInfo.processInfo.environment
        // Not the folder of temporary files, which may be in memory.
        let folder = cacheFolder ?? FilePath("/var/tmp/vtranscode-\(getuid())")
        var settings = RemoteStores.Settings(
            cacheFolder: folder, cacheSize: Int64(cacheSize), nameRetention: nameRetention,
            sendsConditions: !(writes?.areOff ?? false),
            allowsPrivateUploads: allowsPrivateUploads)
        if case .object(let prefix) = workspace?.kind { settings.workspace = prefix }
        return StorageRegistry(
            remote: try RemoteStores(
                environment: environment, bucketSettings: bucketSettings?.string,
                userAgent: "vtranscode/\(VTranscode.version)", settings: settings))
    }
}
