#if os(Linux)
    import Foundation

    /// The descriptors of this process, to detect leaks: for exit tests, where no other test opens files meanwhile.
    public enum OpenDescriptors {
        /// The kinds that Dispatch opens at its first use, at any time.
        ///
        /// The modules that are tested with this count open none of them.
        private static let ofDispatch = Set(
            ["eventpoll", "eventfd", "timerfd"].map { "anon_inode:[\($0)]" })

        /// Returns the number of open descriptors, without those of Dispatch.
        public static func count() throws -> Int {
            let folder = "/proc/self/fd"
            return try FileManager.default.contentsOfDirectory(atPath: folder).count { name in
                let target = try? FileManager.default.destinationOfSymbolicLink(
                    atPath: "\(folder)/\(name)")
                // The descriptor of the listing has been closed.
                return target.map { !ofDispatch.contains($0) } ?? false
            }
        }
    }
#endif
