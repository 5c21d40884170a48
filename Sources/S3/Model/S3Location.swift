/// The address of an object, or of a prefix of keys: `s3://bucket/key`.
///
/// The key is not encoded: `%20` is three characters. Keys are compared byte by byte, other than `String`, for which two forms of
/// "é" are equal.
package struct S3Location: Sendable, Hashable, CustomStringConvertible {
    /// The longest key, in bytes (Amazon S3, Object key naming guidelines).
    package static let maxKeyLength = 1024
    private static let scheme = "s3://"

    package let bucket: String
    /// The key with every character as it is, `..` and `//` too; empty for the bucket itself.
    package let key: String

    /// Parses `s3://BUCKET` or `s3://BUCKET/KEY`.
    ///
    /// - Throws: `S3Error` with `S3_URL`.
    package init(_ text: String) throws(S3Error) {
        guard text.utf8.starts(with: Self.scheme.utf8) else {
            throw Self.error(text, "it does not begin with s3://")
        }
        let rest = text.utf8.dropFirst(Self.scheme.utf8.count)
        let bucket = rest.prefix { $0 != UInt8(ascii: "/") }
        try self.init(
            bucket: String(Substring(bucket)),
            key: String(Substring(rest[bucket.endIndex...].dropFirst())))
    }

    /// Creates the address of an object or, with an empty key, of a bucket.
    ///
    /// - Throws: `S3Error` with `S3_URL`.
    package init(bucket: String, key: String) throws(S3Error) {
        let text = "\(Self.scheme)\(bucket)/\(key)"
        guard Self.isBucket(bucket) else {
            throw Self.error(
                text,
                "the name of its bucket is not 3 to 63 lower-case letters, digits, dots and hyphens"
            )
        }
        guard key.utf8.count <= Self.maxKeyLength else {
            throw Self.error(text, "its key is longer than \(Self.maxKeyLength) bytes")
        }
        guard key.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
            throw Self.error(text, "its key has a control character")
        }
        self.bucket = bucket
        self.key = key
    }

    /// The location of a key that begins with this one: `/` is not added.
    ///
    /// - Throws: `S3Error` with `S3_URL`.
    package func appending(_ suffix: String) throws(S3Error) -> S3Location {
        try S3Location(bucket: bucket, key: key + suffix)
    }

    package var description: String { "\(Self.scheme)\(bucket)/\(key)" }

    package static func == (one: S3Location, other: S3Location) -> Bool {
        one.bucket == other.bucket && one.key.utf8.elementsEqual(other.key.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(bucket)
        for byte in key.utf8 { hasher.combine(byte) }
    }

    /// Whether a name is 3 to 63 lower-case letters, digits, dots and hyphens, with a letter or a digit at both ends.
    private static func isBucket(_ name: String) -> Bool {
        let isAlphanumeric = { (byte: UInt8) in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
        guard (3...63).contains(name.utf8.count), let first = name.utf8.first,
            let last = name.utf8.last, isAlphanumeric(first), isAlphanumeric(last)
        else { return false }
        return !name.contains("..")
            && name.utf8.allSatisfy {
                isAlphanumeric($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
            }
    }

    private static func error(_ text: String, _ message: String) -> S3Error {
        let shown = text.unicodeScalars.filter { $0.properties.generalCategory != .control }
        return S3Error(
            .url, String(String.UnicodeScalarView(shown.prefix(200))), message,
            advice: "write s3://BUCKET/KEY")
    }
}
