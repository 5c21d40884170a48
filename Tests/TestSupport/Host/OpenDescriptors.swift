#if os(Linux)
    import Foundation

    /// The descriptors of this process, to detect leaks: for exit tests, where no other test opens files meanwhile.
    public enum OpenDescriptors {
        /// Returns the number of open descriptors.
        public static func count() throws -> Int {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
        }
    }
#endif
