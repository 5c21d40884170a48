/// The registry of formats that describe presentations to players.
package enum PresentationFormats {
    /// The formats, the one of `Manifest.playlist` first.
    ///
    /// The value is task-local so that a test can register a format for the duration of a closure.
    @TaskLocal package static var all: [any PresentationWriter.Type] = [HLSPlaylists.self]
}
