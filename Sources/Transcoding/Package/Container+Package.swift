internal import HLS
internal import Presets

/// How a container shows in a package.
extension Container {
    /// Of the segments' files.
    var suffix: String { self == .ts ? "ts" : "m4s" }

    /// What players read before the segments; MPEG-TS has its tables in each.
    var initialization: InitSegment? { self == .ts ? nil : InitSegment(uri: "init.mp4") }

    /// What the segments' clock shows at time 0, in ticks of 1/90,000 s.
    var clock: Int { self == .ts ? TransportClock.origin : 0 }

    /// The protocol version that the multivariant playlist tells.
    var version: MultivariantPlaylist.Version { self == .ts ? .lowest : .newest }
}
