import Foundation
import Logging
import MediaSandbox
import Storage
import SystemPackage
import TestSupport

@testable import Conformance

/// A location that a test checks in its own process.
struct CheckedLocation {
    let text: String
    var hosts: [String] = []
    var environment: [String: String] = [:]
    var isStopped: @Sendable () -> Bool = { false }

    init(_ text: String, hosts: [String] = []) { (self.text, self.hosts) = (text, hosts) }

    func access(_ cache: TemporaryFolder) throws -> PackageAccess {
        let stores = try RemoteStores(
            environment: environment, bucketSettings: nil, userAgent: "test",
            settings: RemoteStores.Settings(cacheFolder: cache.url.filePath))
        return PackageAccess(
            storage: StorageRegistry(remote: stores), hosts: hosts,
            runner: MediaRunner(.none, logger: Logger(label: "test")), isStopped: isStopped)
    }

    func findings(
        isEnabled: @escaping @Sendable (ConformanceRule) -> Bool = { _ in true }
    ) throws -> [ConformanceFinding] {
        let cache = try TemporaryFolder("cache")
        return try PackageCheck(
            of: Location(checking: text), in: access(cache), isEnabled: isEnabled
        ).findings
    }
}

extension DefectivePackage {
    func findings(
        isEnabled: @escaping @Sendable (ConformanceRule) -> Bool = { _ in true }
    ) throws -> [ConformanceFinding] {
        try CheckedLocation(path).findings(isEnabled: isEnabled)
    }
}
