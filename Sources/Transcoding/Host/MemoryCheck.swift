internal import MediaModel
internal import MediaSandbox
internal import MediaUnits
internal import Planning

/// Checks that a host has the memory that a plan needs, before anything is encoded.
enum MemoryCheck {
    /// - Parameters:
    ///   - plan: The plan of an upload that is to be encoded here, or that thumbnails are made of.
    ///   - upload: The upload.
    ///   - encodes: Whether renditions are encoded, or only thumbnails are made.
    ///   - memory: The memory of this host, or of its container if that has less, in bytes.
    /// - Throws: `UploadError` with the code `TOO_MUCH_MEMORY` if one chunk alone needs more.
    static func check(
        _ plan: EncodingPlan, of upload: Upload, encodes: Bool = true,
        memory: Int = HostResources.current.memory
    ) throws(UploadError) {
        let most = MemoryEstimate.largestChunk(plan, encodes: encodes)
        guard most > memory else { return }
        throw upload.error(
            .tooMuchMemory,
            "\(encodes ? "encoding a chunk" : "making thumbnails") needs \(ByteCount(most)) of memory, and "
                + "this host or container has \(ByteCount(memory))",
            advice: "run it with more memory"
                + (encodes ? ", or with a preset of smaller or fewer renditions" : ""))
    }
}
