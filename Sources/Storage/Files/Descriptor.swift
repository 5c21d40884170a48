import CPlatform
package import SystemPackage

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// An open file or folder, closed when it goes out of scope and not inherited by child processes.
package struct Descriptor: ~Copyable, Sendable {
    package let number: Int32

    /// For errors only: the file may have been renamed since.
    let path: FilePath

    /// Takes ownership of an open descriptor.
    package init(owning number: Int32, path: FilePath) {
        self.number = number
        self.path = path
    }

    /// Opens a path with the flags of `open`; `O_CLOEXEC` is added.
    package init(_ path: FilePath, _ flags: Int32) throws(StorageError) {
        try self.init(path, flags, mode: 0)
    }

    /// Opens a path, which is created with the mode; `O_CLOEXEC` is added.
    init(_ path: FilePath, _ flags: Int32, mode: mode_t) throws(StorageError) {
        number = try call("open", at: path) { unsafe open($0, flags | O_CLOEXEC, mode) }
        self.path = path
    }

    deinit { close(number) }

    static func folder(_ path: FilePath) throws(StorageError) -> Descriptor {
        try Descriptor(path, O_RDONLY | O_DIRECTORY)
    }

    /// Opens a folder in this one; a link in its place is an error.
    func folder(_ name: FilePath.Component) throws(StorageError) -> Descriptor {
        let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
        let child = try callOnEntry("open", name) { unsafe openat($0, $1, flags) }
        return Descriptor(owning: child, path: path.appending(name))
    }

    /// Opens a file in this folder for reading; a link in its place is an error.
    func file(_ name: FilePath.Component) throws(StorageError) -> Descriptor {
        let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        let child = try callOnEntry("open", name) { unsafe openat($0, $1, flags) }
        return Descriptor(owning: child, path: path.appending(name))
    }

    func status() throws(StorageError) -> FileStatus {
        var status = stat()
        try call("fstat", path) { unsafe fstat(number, &status) }
        return FileStatus(status)
    }

    /// The status of an entry of this folder, of a link itself.
    func status(of name: FilePath.Component) throws(StorageError) -> FileStatus {
        var status = stat()
        try callOnEntry("fstatat", name) {
            unsafe fstatat($0, $1, &status, AT_SYMLINK_NOFOLLOW)
        }
        return FileStatus(status)
    }

    /// Makes a system call with this folder and the name of an entry.
    ///
    /// Safe because the pointer is that of a string which lives as long as the call of `body`.
    @safe @discardableResult
    func callOnEntry<Value: SignedInteger>(
        _ operation: String, _ name: FilePath.Component,
        _ body: (_ folder: Int32, _ name: UnsafePointer<CChar>) -> Value
    ) throws(StorageError) -> Value {
        try call(operation, path.appending(name)) {
            unsafe name.withPlatformString { unsafe body(number, $0) }
        }
    }

    /// The names in this folder, which need not be UTF-8, sorted by their bytes, without "." and "..".
    func entries() throws(StorageError) -> [FilePath.Component] {
        // A new descriptor, because reading moves the position that duplicates share.
        let copy = try call("open", path) {
            unsafe openat(number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        }
        guard let stream = unsafe fdopendir(copy) else {
            let reason = errno
            close(copy)
            throw StorageError("fdopendir", path, reason)
        }
        defer { unsafe closedir(stream) }
        var names: [[CChar]] = []
        while true {
            errno = 0
            guard let entry = unsafe readdir(stream) else { break }
            let name = unsafe vt_entry_name(entry)
            unsafe names.append([CChar](UnsafeBufferPointer(start: name, count: strlen(name) + 1)))
        }
        if errno != 0 { throw StorageError("readdir", path, errno) }
        return names.sorted { unsafe strcmp($0, $1) < 0 }
            .compactMap { FilePath.Component(platformString: $0) }
            .filter { $0.kind == .regular }
    }

    /// Writes all bytes at the current position.
    func append(_ bytes: Span<UInt8>) throws(StorageError) {
        var rest = bytes
        while !rest.isEmpty {
            let count = try call("write", path) {
                unsafe rest.withUnsafeBytes { unsafe write(number, $0.baseAddress, $0.count) }
            }
            rest = rest.extracting(droppingFirst: count)
        }
    }

    /// Waits until the file or folder itself is on the disk.
    func sync() throws(StorageError) { try call("fsync", path) { fsync(number) } }
}
