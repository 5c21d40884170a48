internal import Dispatch
internal import Foundation
internal import Storage
internal import SystemPackage

#if canImport(Glibc)
    internal import Glibc
#endif

/// Notifications of changes in a directory, by inotify on Linux.
///
/// Notifications only shorten the interval between snapshots: network file systems and new directories may send none.
final class DirectoryEvents {
    #if os(Linux)
        /// The descriptor of the notifications.
        private final class Notifications: Sendable {
            let descriptor: Descriptor

            init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }
        }

        private let source: any DispatchSourceRead

        /// Starts the notifications.
        ///
        /// - Returns: `nil` if the system's limit of watches is reached.
        init?(_ directory: FilePath, onChange: @escaping @Sendable () -> Void) {
            let number = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
            guard number >= 0 else { return nil }
            let notifications = Notifications(Descriptor(owning: number, path: directory))
            let mask = UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_CREATE)
            let watch = unsafe directory.withPlatformString {
                unsafe inotify_add_watch(number, $0, mask)
            }
            guard watch >= 0 else { return nil }
            source = DispatchSource.makeReadSource(
                fileDescriptor: number, queue: DispatchQueue(label: "watch"))
            source.setEventHandler {
                var buffer = [UInt8](repeating: 0, count: 4096)
                while unsafe read(number, &buffer, buffer.count) > 0 {}
                onChange()
            }
            // Dispatch reads from the descriptor until the source is cancelled.
            source.setCancelHandler { withExtendedLifetime(notifications) {} }
            source.activate()
        }

        deinit { source.cancel() }
    #else
        init?(_ directory: FilePath, onChange: @escaping @Sendable () -> Void) { return nil }
    #endif
}
