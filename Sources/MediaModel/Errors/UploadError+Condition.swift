extension UploadError {
    /// A condition for which the command has a remedy of its own, which names options.
    ///
    /// Several conditions may share a code. Raw values are stored in queues, and never renamed.
    public enum Condition: String, Codable, Sendable, CaseIterable {
        /// The trim range starts after the end of the upload.
        case startsAfterEnd
        /// The upload, or its trim range, lasts longer than the preset allows.
        case longerThanLimit
        /// The preset excludes the decoder of the video.
        case videoFormatExcluded
        /// The preset excludes the decoder of the audio.
        case audioFormatExcluded
        /// Encoding and copying do not make the upload smaller.
        case notSmaller
        /// Another package has the name.
        case nameTaken
        /// Something that is no package has the name.
        case nameTakenByOther
        /// A package of a bucket has the name.
        case nameTakenInBucket
        /// The output file exists.
        case fileExists
        /// The output file is the upload itself.
        case outputIsUpload
        /// The output is a folder or another thing that is no regular file.
        case outputIsNoFile
        /// No space is left for the index of packages.
        case noSpaceForIndex
    }
}
