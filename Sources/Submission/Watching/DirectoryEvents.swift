internal import Dispatch
internal import Foundation
internal import SystemPackage

#if canImport(Glibc)
    internal import Glibc
#endif

/// Notifications of changes in a directory, by inotify on Linux.
///
/// Notifications only shorten the interval between snapshots: network file systems and new directories may send none.
final class DirectoryEvents {
    #if os(Linux)
        private let source: any DispatchSourceRead

        /// Starts the notifications.
        ///
        /// - Returns: `nil` if the system's limit of watches is reached.
        init?(_ directory: FilePath, onChange: @escaping @Sendable () -> Void) {
            let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
            guard descriptor >= 0 else { return nil }
            let mask = UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_CREATE)
            let watch = unsafe directory.withPlatformString {
                unsafe inotify_add_watch(descriptor, $0, mask)
            }
            guard watch >= 0 else {
                close(descriptor)
                return nil
            }
            source = DispatchSource.makeReadSource(
                fileDescriptor: descriptor, queue: DispatchQueue(label: "watch"))
            source.setEventHandler {
                var buffer = [UInt8](repeating: 0, count: 4096)
                while unsafe read(descriptor, &buffer, buffer.count) > 0 {}
                onChange()
            }
            source.setCancelHandler { close(descriptor) }
            source.activate()
        }

        deinit { source.cancel() }
    #else
        init?(_ directory: FilePath, onChange: @escaping @Sendable () -> Void) { return nil }
    #endif
}
