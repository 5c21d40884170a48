package import MediaModel

/// A finished audio rendition, with the key of its artifact.
package struct TransportAudio: Codable, Sendable {
    package let rendition: RenditionResult
    package let artifact: String

    package init(rendition: RenditionResult, artifact: String) {
        self.rendition = rendition
        self.artifact = artifact
    }
}
