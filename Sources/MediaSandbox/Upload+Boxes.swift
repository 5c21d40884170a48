extension Upload {
    /// The most boxes on the top level of a file whose index counts as complete; files without fragments have a handful.
    private static let maximumBoxes = 1000

    /// Whether this is an ISO base media file without a `moov` box on its top level (ISO/IEC 14496-12, 8.2.1).
    package func isMissingIndex() throws -> Bool {
        var isISO = false
        var hasIndex = false
        try visitBoxes { type in
            hasIndex = type == "moov" || type == "moof"
            isISO = isISO || ["ftyp", "mdat", "wide"].contains(type)
            return isISO && !hasIndex
        }
        return isISO && !hasIndex
    }

    /// Whether this is an ISO base media file whose `moov` box lists all packets, since there are no movie fragments.
    package func hasCompleteIndex() throws -> Bool {
        var (count, hasIndex, hasFragments) = (0, false, false)
        try visitBoxes { type in
            count += 1
            hasIndex = hasIndex || type == "moov"
            hasFragments = ["moof", "sidx", "mfra"].contains(type)
            return !hasFragments && count <= Self.maximumBoxes
        }
        return hasIndex && !hasFragments && count <= Self.maximumBoxes
    }

    /// Passes the types of boxes on the top level to a closure until it returns false, up to the first box that does not end within
    /// the file.
    private func visitBoxes(_ body: (String) -> Bool) throws {
        var offset = 0
        var header = [UInt8](repeating: 0, count: 16)
        while try read(at: offset, into: &header) >= 8 {
            guard body(String(decoding: header[4..<8], as: UTF8.self)) else { return }
            // Size 1: a 64-bit size follows; size 0: to the end of the file.
            let short = header[0..<4].reduce(0) { $0 << 8 | Int($1) }
            let long = header[8..<16].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            let size = short == 1 ? Int(clamping: long) : short
            guard size >= 8, offset <= self.size - size else { return }
            offset += size
        }
    }
}
