internal import Foundation
internal import S3
internal import Transport

/// The record of a name: the job that may write, commit or remove the package.
///
/// It is the only object that decides between them.
///
/// | state | next states |
/// | --- | --- |
/// | reserved | committing, removing; reserved by another attempt of the same job |
/// | committing: the commit is certain, and any process may complete it | none: the record is removed after the manifest was written; removing if files are missing |
/// | removing: files are being removed | removed |
/// | removed: the tombstone | reserved, when it has expired; none: garbage collection removes it |
struct NameReservation: Codable, Hashable, Sendable {
    enum Phase: String, Codable, Sendable { case reserved, committing, removing, removed }

    static let currentSchema = 1

    var schema = NameReservation.currentSchema
    var state: Phase
    /// The job that has the name; `nil` for a package that was removed on request.
    var job: String?
    var attempt: String?
    /// The identity of the package that is being committed.
    var package: String?
    /// The time of the change by its writer's clock, in seconds since 1970.
    var time: Double

    func with(_ state: Phase, at time: Double) -> NameReservation {
        var copy = self
        (copy.state, copy.time) = (state, time)
        return copy
    }
}

/// The name reservations of a prefix.
struct NameReservations: Sendable {
    /// A reservation as the bucket has it.
    struct Stored {
        let value: NameReservation
        let etag: String
        /// The time of its last change, by the server's clock where it sent one, in seconds since 1970.
        let time: Double
        let isVersioned: Bool
    }

    /// The largest size, in bytes; those of this version have about 300.
    private static let limit: Int64 = 64 << 10
    private static let headers = ObjectHeaders(
        contentType: "application/json", cacheControl: "no-store")

    let bucket: ObjectBucket
    let keys: PackageKeys

    /// Returns the reservation of a name; `nil` if there is none.
    func find(_ name: String) throws(StorageError) -> Stored? {
        let key = keys.reservation(name)
        guard let content = try bucket.content(key, limit: Self.limit) else { return nil }
        let decoder = JSONDecoder()
        guard let value = try? decoder.decode(NameReservation.self, from: Data(content.bytes)),
            value.schema == NameReservation.currentSchema, let etag = content.info.etag
        else {
            throw bucket.error(
                key, "read", "it is no name reservation of this version",
                advice: "use the version of the program that wrote it", isTransient: false)
        }
        return Stored(
            value: value, etag: etag, time: content.info.modificationTime ?? value.time,
            isVersioned: content.info.version != nil)
    }

    /// The age of a reservation, in seconds.
    func age(_ stored: Stored) -> Double { max(0, bucket.now - stored.time) }

    /// Writes the reservation of a name.
    ///
    /// - Parameters:
    ///   - value: The reservation.
    ///   - name: The name.
    ///   - old: The reservation that it replaces; `nil` for none.
    /// - Returns: False if the reservation is another one by now.
    /// - Throws: If the bucket fails.
    func write(
        _ value: NameReservation, for name: String, replacing old: Stored?
    ) throws(StorageError) -> Bool {
        let key = keys.reservation(name)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        guard let bytes = try? encoder.encode(value) else { throw bucket.contended(key, "write") }
        return try bucket.request("write", key) { client throws(S3Error) in
            do throws(S3Error) {
                return try client.put(
                    .bytes(Array(bytes)), to: key, headers: Self.headers,
                    condition: old.map { .ifMatch($0.etag) } ?? .ifAbsent) != .conditionFailed
            } catch {
                // Written, and replaced before its size was confirmed.
                guard error.code == .unconfirmed else { throw error }
                return false
            }
        }
    }

    /// Removes the reservation of a name, which the caller has.
    func remove(_ name: String) throws(StorageError) { try bucket.delete(keys.reservation(name)) }
}
