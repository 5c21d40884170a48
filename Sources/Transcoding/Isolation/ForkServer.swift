internal import CPlatform
internal import Foundation
internal import Synchronization

/// A process that is a copy of this one as it was at its start, and makes children by copying itself.
///
/// They are ready at once, and share the memory that loading some 180 libraries changed.
public final class ForkServer: Sendable {
    private let descriptor: Mutex<Int32>

    private init(_ descriptor: Int32) { self.descriptor = Mutex(descriptor) }

    deinit { descriptor.withLock { _ = close($0) } }

    /// Starts the server; to be called first of all, before there is a second thread.
    ///
    /// - Returns: `nil` where the system has no such thing; in the children it never returns.
    public static func start() -> ForkServer? {
        var descriptor: Int32 = -1
        var word = [CChar](repeating: 0, count: Int(VT_WORD_SIZE))
        if unsafe vt_start_fork_server(&descriptor, &word) {
            MediaChild.serve(
                logging: String(decoding: word.map(UInt8.init).prefix { $0 != 0 }, as: UTF8.self))
        }
        return descriptor < 0 ? nil : ForkServer(descriptor)
    }

    /// Starts a child.
    ///
    /// - Returns: Its process id and our ends of its standard input and output; `nil` if the server is gone.
    func fork(
        _ word: String, keepsErrors: Bool
    ) -> (process: Int32, input: Int32, output: Int32)? {
        descriptor.withLock { descriptor in
            var (input, output): (Int32, Int32) = (-1, -1)
            let process = unsafe vt_fork(descriptor, word, keepsErrors, &input, &output)
            return process > 0 ? (process, input, output) : nil
        }
    }
}
