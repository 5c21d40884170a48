internal import Foundation

/// The output folder did not take something.
package struct OutputError: Error, CustomStringConvertible {
    package let isDiskFull: Bool
    /// The file would be larger than this process may write.
    package let isTooLarge: Bool
    package let description: String

    package init(_ error: any Error) {
        let cocoa = error as NSError
        let underlying = cocoa.userInfo[NSUnderlyingErrorKey] as? NSError
        isDiskFull =
            cocoa.code == CocoaError.fileWriteOutOfSpace.rawValue
            || [ENOSPC, EDQUOT].contains { underlying?.code == Int($0) }
        isTooLarge = underlying?.code == Int(EFBIG)
        description = underlying?.localizedDescription ?? cocoa.localizedDescription
    }
}
