internal import LibAV

/// A frame that several encoders read; none writes to it.
final class SharedFrame: Sendable {
    package let frame: Frame
    init(_ frame: consuming Frame) { self.frame = frame }
}
