package import SystemPackage

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
    _ path: FilePath,
    _ body: () -> Value
) throws(StorageError) -> Value {
    while true {
        let value = body()
        if value != -1 { return value }
        let reason = errno
        if reason != EINTR { throw StorageError(operation, path, reason) }
    }
}

/// Makes a system call with a path.
///
/// Safe because the pointer is that of a string which lives as long as the call of `body`.
@safe @discardableResult
func call<Value: SignedInteger>(
    _ operation: String,
    at path: FilePath,
    _ body: (UnsafePointer<CChar>) -> Value
) throws(StorageError) -> Value {
    try call(operation, path) { unsafe path.withPlatformString { unsafe body($0) } }
}

/// Makes a system call with two paths; its error has the second one.
///
/// Safe because the pointers are those of strings which live as long as the call of `body`.
@safe @discardableResult
func call<Value: SignedInteger>(
    _ operation: String,
    from source: FilePath,
    to target: FilePath,
    _ body: (UnsafePointer<CChar>, UnsafePointer<CChar>) -> Value
) throws(StorageError) -> Value {
    try call(operation, at: target) { target in
        unsafe source.withPlatformString { unsafe body($0, target) }
    }
}

extension FilePath.Component {
    /// Creates the name of an entry that is not hidden.
    ///
    /// - Throws: `EINVAL` for an empty or hidden name, or one with a slash or a zero byte.
    package init(visible name: String, for operation: String) throws(StorageError) {
        guard let component = Self(checking: name), !component.isHidden else {
            throw StorageError(operation, named: name, EINVAL)
        }
        self = component
    }
}

/// Returns a unique name of 64 random bits.
func uniqueName() -> String {
    String(UInt64.random(in: .min ... .max), radix: 16)
}

/// Returns the system's text for an error number: "No space left on device".
func systemReason(_ code: Int32) -> String { unsafe String(cString: strerror(code)) }
