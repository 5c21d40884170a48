import Foundation

/// The arguments of this process, as other users of the host can list them (`ps`).
enum ListedArguments {
    /// Overwrites what may be a secret in URLs: user part, query and fragment.
    ///
    /// `CommandLine.arguments` keeps them. They can be listed for the moment before this call.
    static func hideSecrets() {
        // The program reads a copy from now on, which exists after its first use.
        _ = CommandLine.arguments
        for index in 1..<max(1, Int(CommandLine.argc)) {
            guard let argument = unsafe CommandLine.unsafeArgv[index] else { continue }
            let bytes = unsafe UnsafeMutableBufferPointer(start: argument, count: strlen(argument))
            for range in secrets(in: unsafe bytes.map { UInt8(bitPattern: $0) }) {
                for index in range { unsafe bytes[index] = Int8(bitPattern: UInt8(ascii: "x")) }
            }
        }
    }

    /// Returns the ranges of user part, and of query and fragment, in a URL or an option with one.
    ///
    /// A key of an `s3://` URL may have any of the characters.
    static func secrets(in argument: [UInt8]) -> [Range<Int>] {
        let schemes = argument.ranges(of: Array("://".utf8)).filter {
            !argument[..<$0.lowerBound].hasSuffix("s3")
        }
        guard let scheme = schemes.first else { return [] }
        let rest = argument[scheme.upperBound...]
        let query = rest.firstIndex { "?#".utf8.contains($0) } ?? rest.endIndex
        let authority = rest[..<query].prefix { $0 != UInt8(ascii: "/") }
        var ranges: [Range<Int>] = []
        if let end = authority.lastIndex(of: UInt8(ascii: "@")) {
            ranges.append(rest.startIndex..<end)
        }
        if query + 1 < rest.endIndex { ranges.append(query + 1..<rest.endIndex) }
        return ranges
    }
}

extension ArraySlice<UInt8> {
    fileprivate func hasSuffix(_ text: String) -> Bool {
        suffix(text.utf8.count).elementsEqual(text.utf8)
    }
}
