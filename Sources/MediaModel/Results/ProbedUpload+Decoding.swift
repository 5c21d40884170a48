internal import MediaUnits

extension ProbedUpload {
    /// Returns whether decoded chunks have shown closed captions or frame sizes that are in none of the packets that were read.
    package func lacksContent(of chunks: [DecodingResult]) -> Bool {
        isIndexed
            && (chunks.contains(where: \.hasClosedCaptions)
                || Set(chunks.flatMap(\.frameSizes)).count > 1)
    }
}
