package import HLS
internal import Presets

/// The properties of a container in HLS packages.
extension Container {
    /// The segments' timestamp at time 0 of the package, in ticks of 1/90,000 s.
    package var clock: Int { self == .ts ? TransportClock.origin : 0 }

    /// The protocol version of the multivariant playlist.
    package var version: MultivariantPlaylist.Version { self == .ts ? .lowest : .newest }
}
