internal import Dispatch
internal import Foundation

#if canImport(Glibc)
    internal import Glibc
#endif

/// Rings when something changes in a folder, so that it is looked at soon: inotify on Linux.
///
/// It is no more than a bell: what changed is seen by looking, which is done now and then anyway, since neither network shares
/// nor folders made a moment ago are sure to ring.
final class FolderBell {
    #if os(Linux)
        private let source: any DispatchSourceRead

        /// - Returns: `nil` where the system gives no more watches.
        init?(_ folder: String, ring: @escaping @Sendable () -> Void) {
            let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
            guard descriptor >= 0 else { return nil }
            let mask = UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_CREATE)
            guard unsafe inotify_add_watch(descriptor, folder, mask) >= 0 else {
                close(descriptor)
                return nil
            }
            source = DispatchSource.makeReadSource(
                fileDescriptor: descriptor, queue: DispatchQueue(label: "watch"))
            source.setEventHandler {
                var buffer = [UInt8](repeating: 0, count: 4096)
                while unsafe read(descriptor, &buffer, buffer.count) > 0 {}
                ring()
            }
            source.setCancelHandler { close(descriptor) }
            source.activate()
        }

        deinit { source.cancel() }
    #else
        init?(_ folder: String, ring: @escaping @Sendable () -> Void) { return nil }
    #endif
}
