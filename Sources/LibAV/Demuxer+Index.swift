internal import CLibAV

extension Demuxer {
    /// Reads all packets from the container's index, without the content of the upload.
    ///
    /// Times, sizes, flags and side data of packets are those of the index, also where the upload is truncated; their content is
    /// undefined, and nothing is parsed. The container must have read its whole index when it was opened, as MP4 does
    /// without movie fragments. Call it before the first packet is read.
    ///
    /// - Parameter analyzed: A demuxer of the same upload that has analyzed its streams. Its frame sizes and rates give the
    ///   durations that the index does not have.
    /// - Precondition: Both demuxers have the same streams.
    public func readIndex(like analyzed: Demuxer) {
        precondition(analyzed.streamCount == streamCount)
        for index in 0..<streamCount {
            let (stream, model) = (
                raw.pointee.streams[index]!, analyzed.raw.pointee.streams[index]!
            )
            stream.pointee.codecpar.pointee.frame_size = model.pointee.codecpar.pointee.frame_size
            stream.pointee.r_frame_rate = model.pointee.r_frame_rate
        }
        raw.pointee.flags |= AVFMT_FLAG_NOPARSE
        position.skipsContent = true
    }
}
