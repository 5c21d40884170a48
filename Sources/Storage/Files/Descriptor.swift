import CPlatform

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// An open file or folder, closed when it goes out of scope and not inherited by child processes.
struct Descriptor: ~Copyable, Sendable {
    let number: Int32

    /// For errors only: the file may have been renamed since.
    let path: String

    /// Takes ownership of an open descriptor.
    init(owning number: Int32, path: String) {
        self.number = number
        self.path = path
    }

    /// Opens a path with the flags of `open`; `O_CLOEXEC` is added.
    init(_ path: String, _ flags: Int32, mode: mode_t = 0) throws(StorageError) {
        number = try call("open", path) { unsafe open(path, flags | O_CLOEXEC, mode) }
        self.path = path
    }

    deinit { close(number) }

    static func folder(_ path: String) throws(StorageError) -> Descriptor {
        try Descriptor(path, O_RDONLY | O_DIRECTORY)
    }

    /// Opens a folder in this one; a link in its place is an error.
    func folder(_ name: EntryName) throws(StorageError) -> Descriptor {
        let path = path + "/" + name.shown
        let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
        let child = try call("open", path) { unsafe openat(number, name.bytes, flags) }
        return Descriptor(owning: child, path: path)
    }

    /// Opens a file in this folder for reading; a link in its place is an error.
    func file(_ name: EntryName) throws(StorageError) -> Descriptor {
        let path = path + "/" + name.shown
        let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        let child = try call("open", path) { unsafe openat(number, name.bytes, flags) }
        return Descriptor(owning: child, path: path)
    }

    func status() throws(StorageError) -> FileStatus {
        var status = stat()
        try call("fstat", path) { unsafe fstat(number, &status) }
        return FileStatus(status)
    }

    /// The status of an entry of this folder, of a link itself.
    func status(of name: EntryName) throws(StorageError) -> FileStatus {
        var status = stat()
        try call("fstatat", path + "/" + name.shown) {
            unsafe fstatat(number, name.bytes, &status, AT_SYMLINK_NOFOLLOW)
        }
        return FileStatus(status)
    }

    /// The names in this folder, sorted by their bytes, without "." and "..".
    func entries() throws(StorageError) -> [EntryName] {
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
        var names: [EntryName] = []
        while true {
            errno = 0
            guard let entry = unsafe readdir(stream) else { break }
            let name = unsafe vt_entry_name(entry)
            let bytes = unsafe [CChar](UnsafeBufferPointer(start: name, count: strlen(name) + 1))
            names.append(EntryName(bytes: bytes))
        }
        if errno != 0 { throw StorageError("readdir", path, errno) }
        return names.filter { $0.text != "." && $0.text != ".." }.sorted { left, right in
            left.bytes.lazy.map(UInt8.init(bitPattern:))
                .lexicographicallyPrecedes(right.bytes.lazy.map(UInt8.init(bitPattern:)))
        }
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
