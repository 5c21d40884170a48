internal import Foundation

/// A write to the output folder that failed.
package struct OutputError: Error, CustomStringConvertible {
    package let isDiskFull: Bool
    /// Whether the file would exceed the largest size that this process may write (`RLIMIT_FSIZE`).
    package let isTooLarge: Bool
    package let message: String

    package init(_ error: any Error) {
        let cocoa = error as NSError
        let underlying = cocoa.userInfo[NSUnderlyingErrorKey] as? NSError
        isDiskFull =
            cocoa.code == CocoaError.fileWriteOutOfSpace.rawValue
            || [ENOSPC, EDQUOT].contains { underlying?.code == Int($0) }
        isTooLarge = underlying?.code == Int(EFBIG)
        message = underlying?.localizedDescription ?? cocoa.localizedDescription
    }

    package var description: String { message }
}
