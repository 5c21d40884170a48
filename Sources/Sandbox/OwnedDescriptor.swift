internal import Foundation

/// An open descriptor that this process owns; closes when it goes out of scope.
///
/// Descriptors that are lent, such as those of a `SandboxGrant`, are plain numbers: their owner closes them.
struct OwnedDescriptor: ~Copyable, Sendable {
    /// The descriptor's number, valid as long as this value.
    let number: Int32

    /// Takes over a descriptor, which has no other owner from now on.
    init(owning number: Int32) { self.number = number }

    deinit { close(number) }
}
