internal import Captions

/// The names of the files beside an upload that belong to it.
struct FoundSidecars {
    /// The captions, sorted by name.
    var captions: [SidecarName] = []
    /// The files with cue points, sorted by name; more than one is an error.
    var cuePoints: [String] = []
}
