internal import Crypto
internal import Foundation
internal import Presets
internal import Scheduling
internal import Storage

/// What one step of an order found out about its upload, kept for the others.
struct MeasuredUpload: Codable, Sendable {
    /// When it was measured.
    let version: Upload.Version
    /// Of the package.
    let key: String
    let probed: ProbedUpload

    /// Finds what is kept; `nil` if there is nothing, or nothing that can be read.
    static func kept(_ order: PackageOrder, in folder: JobFolder) -> MeasuredUpload? {
        guard let data = FileManager.default.contents(atPath: file(order, folder)) else {
            return nil
        }
        return try? JSONDecoder().decode(MeasuredUpload.self, from: data)
    }

    func keep(_ order: PackageOrder, in folder: JobFolder) throws {
        try AtomicFile.write(Array(try JSONEncoder().encode(self)), to: Self.file(order, folder))
    }

    /// Another build, or another request under the same id, measures by itself.
    private static func file(_ order: PackageOrder, _ folder: JobFolder) -> String {
        let parts = [
            order.upload, order.preset.identity, EngineVersions.current.identity,
            order.trim.identity,
        ]
        let hash = SHA256.hash(data: Data(parts.joined(separator: "\n").utf8)).hexadecimal
        return "\(folder.path)/facts-\(hash.prefix(24)).json"
    }
}
