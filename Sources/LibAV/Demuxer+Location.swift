internal import CLibAV

extension Demuxer {
    /// Whether a tag of the file or of a stream contains the location of the recording.
    ///
    /// Phones write ISO 6709 (`+48.8789+002.3376/`) under several names: `location`, `location-eng`,
    /// `com.apple.quicktime.location.ISO6709`. A name or an address in such a tag is not a location.
    public var hasLocation: Bool {
        var dictionaries = [raw.pointee.metadata]
        for index in 0..<streamCount {
            dictionaries.append(raw.pointee.streams[index]?.pointee.metadata)
        }
        return dictionaries.contains(where: Self.hasLocation)
    }

    private static func hasLocation(_ dictionary: OpaquePointer?) -> Bool {
        var entry: UnsafeMutablePointer<AVDictionaryEntry>?
        while let next = av_dict_get(dictionary, "", entry, AV_DICT_IGNORE_SUFFIX) {
            let key = String(cString: next.pointee.key).lowercased()
            let value = String(cString: next.pointee.value)
            if key.contains("location"), value.starts(with: /[+-][0-9]/) { return true }
            entry = next
        }
        return false
    }
}
