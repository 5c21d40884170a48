#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// Makes a system call that returns -1 on failure, and repeats it after an interruption by a signal.
@discardableResult
func call<Value: SignedInteger>(
    _ operation: String,
    _ path: String,
    _ body: () -> Value
) throws(StorageError) -> Value {
    while true {
        let value = body()
        if value != -1 { return value }
        let reason = errno
        if reason != EINTR { throw StorageError(operation, path, reason) }
    }
}

/// Checks that a name is one visible path component.
///
/// - Throws: `EINVAL` for an empty or hidden name, or one with a slash or a zero byte.
package func requireComponent(_ name: String, for operation: String) throws(StorageError) {
    let bytes = name.utf8
    if bytes.isEmpty || bytes.first == UInt8(ascii: ".")
        || bytes.contains(where: { $0 == 0 || $0 == UInt8(ascii: "/") })
    {
        throw StorageError(operation, name, EINVAL)
    }
}

/// Returns the folder of a path and the name in it, which is empty for the root.
///
/// Slashes at the end are ignored.
func split(_ path: String) -> (parent: String, name: String) {
    let slash = UInt8(ascii: "/")
    let trimmed = path.utf8.reversed().drop { $0 == slash }
    let name = trimmed.prefix { $0 != slash }
    let parent = trimmed.dropFirst(name.count).drop { $0 == slash }
    let isAbsolute = path.utf8.first == slash
    return (
        parent.isEmpty
            ? (isAbsolute ? "/" : ".") : String(decoding: parent.reversed(), as: UTF8.self),
        String(decoding: name.reversed(), as: UTF8.self)
    )
}

/// Returns the folder of a path.
func parent(of path: String) -> String { split(path).parent }

/// Returns a unique name of 64 random bits.
func uniqueName() -> String {
    String(UInt64.random(in: .min ... .max), radix: 16)
}

/// Returns the system's text for an error number: "No space left on device".
func systemReason(_ code: Int32) -> String { unsafe String(cString: strerror(code)) }
