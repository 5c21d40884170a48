#if os(Linux)
    import GRDBSQLite
    import Glibc
#endif

/// The configuration of SQLite for a process that only runs a simulation.
public enum SQLiteMemory {
    /// Allocates the pages of all databases in advance, and omits locks and statistics; before any database is opened.
    ///
    /// Every statement with a subquery or a RETURNING clause opens a temporary table, for which SQLite otherwise allocates
    /// 90 KB. A process that uses SQLite in several threads must not call this function, which changes no results.
    ///
    /// - Returns: Whether SQLite is configured.
    @discardableResult
    public static func configureForOneThread() -> Bool {
        #if os(Linux)
            // sqlite3_config is variadic, which Swift cannot call. Linux passes these arguments in the same registers.
            typealias Configure =
                @convention(c) (
                    Int32, UnsafeMutableRawPointer?, Int32, Int32
                ) -> Int32
            guard let symbol = dlsym(nil, "sqlite3_config") else { return false }
            let configure = unsafeBitCast(symbol, to: Configure.self)
            // The page, and the headers of its cache entry (SQLITE_CONFIG_PCACHE_HDRSZ).
            let (pageSize, pageCount) = (4096 + 256, 512)
            let pages = UnsafeMutableRawPointer.allocate(
                byteCount: pageSize * pageCount, alignment: 8)
            return configure(SQLITE_CONFIG_SINGLETHREAD, nil, 0, 0) == SQLITE_OK
                && configure(SQLITE_CONFIG_MEMSTATUS, nil, 0, 0) == SQLITE_OK
                && configure(SQLITE_CONFIG_PAGECACHE, pages, Int32(pageSize), Int32(pageCount))
                    == SQLITE_OK
        #else
            return false
        #endif
    }
}
