package import SystemPackage

// `FilePath` is `Codable` itself, as an object of bytes: records of this program have paths as text.

extension KeyedDecodingContainer {
    /// Decodes the text of a path.
    ///
    /// - Throws: `DecodingError` for a text that is no path.
    package func decodePath(forKey key: Key) throws -> FilePath {
        do {
            return try FilePath(checking: decode(String.self, forKey: key))
        } catch let error as StorageError {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: codingPath + [key], debugDescription: error.reason,
                    underlyingError: error))
        }
    }

    /// Decodes the text of a path; `nil` if there is none.
    package func decodePathIfPresent(forKey key: Key) throws -> FilePath? {
        guard contains(key), try !decodeNil(forKey: key) else { return nil }
        return try decodePath(forKey: key)
    }
}

extension KeyedEncodingContainer {
    /// Encodes a path as its text.
    package mutating func encodePath(_ path: FilePath, forKey key: Key) throws {
        try encode(path.string, forKey: key)
    }

    /// Encodes a path as its text, unless it is `nil`.
    package mutating func encodePathIfPresent(_ path: FilePath?, forKey key: Key) throws {
        try encodeIfPresent(path?.string, forKey: key)
    }
}
