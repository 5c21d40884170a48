package import HLS
internal import Presets

/// How a container shows in a package.
extension Container {
    /// What players read before the segments; MPEG-TS has its tables in each.
    package var initialization: InitSegment? { self == .ts ? nil : InitSegment(uri: "init.mp4") }

    /// What the segments' clock shows at time 0, in ticks of 1/90,000 s.
    package var clock: Int { self == .ts ? TransportClock.origin : 0 }

    /// The protocol version that the multivariant playlist tells.
    package var version: MultivariantPlaylist.Version { self == .ts ? .lowest : .newest }
}
