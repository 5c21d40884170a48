import CSandbox
import Foundation
import Testing

/// The verdict on a system call.
enum Verdict: Equatable {
    case allow
    /// The call fails with an errno; with 0 it succeeds without being made.
    case error(Int32)
    case kill

    /// Decodes a return value of seccomp(2).
    init(_ value: UInt32) throws {
        switch value & 0xffff_0000 {
        case 0x7fff_0000: self = .allow
        case 0x0005_0000: self = .error(Int32(value & 0xffff))
        case 0x8000_0000: self = .kill
        default: throw BadProgram()
        }
    }
}

struct BadProgram: Error {}

/// A filter's program, with an interpreter of its instructions of classic BPF.
struct SystemCallFilter {
    private let architecture: vt_architecture
    private let program: [vt_instruction]

    /// The filter of process 4711.
    init(_ architecture: vt_architecture, isStrict: Bool = false) throws {
        var program = [vt_instruction](repeating: vt_instruction(), count: 512)
        let count = vt_write_filter(architecture, 4711, isStrict, &program, program.count)
        try #require(count > 0)
        self.architecture = architecture
        self.program = Array(program[..<count])
    }

    func verdict(_ name: String, _ arguments: [UInt64] = []) -> Verdict? {
        verdict(number: vt_call_number(architecture, name), arguments)
    }

    /// Returns the verdict; `nil` if the program is invalid.
    func verdict(
        number: Int32, _ arguments: [UInt64] = [], architecture: vt_architecture? = nil
    ) -> Verdict? {
        let audit: UInt32 =
            (architecture ?? self.architecture) == vt_x86_64 ? 0xc000_003e : 0xc000_00b7
        var words = [UInt32(bitPattern: number), audit, 0, 0]
        for index in 0..<6 {
            let argument = index < arguments.count ? arguments[index] : 0
            words += [UInt32(truncatingIfNeeded: argument), UInt32(argument >> 32)]
        }
        var (position, accumulator) = (0, UInt32(0))
        while program.indices.contains(position) {
            let instruction = program[position]
            position += 1
            switch instruction.code {
            case 0x20: accumulator = words[Int(instruction.value) / 4]
            case 0x15:
                position += Int(
                    accumulator == instruction.value ? instruction.if_true : instruction.if_false)
            case 0x45:
                position += Int(
                    accumulator & instruction.value != 0
                        ? instruction.if_true : instruction.if_false)
            case 0x54: accumulator &= instruction.value
            case 0x06: return try? Verdict(instruction.value)
            default: return nil
            }
        }
        return nil
    }
}
