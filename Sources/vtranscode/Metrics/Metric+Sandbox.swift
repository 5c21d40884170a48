import Sandbox
import StatusServer

extension Metric {
    /// The parts of the sandbox, and whether the kernel enforces each.
    static func sandbox(_ parts: [SandboxPart: Bool]) -> Metric {
        Metric(
            "vtranscode_sandbox", .gauge,
            "1 if the kernel enforces this part of the sandbox, otherwise 0.",
            parts.sorted { $0.key.rawValue < $1.key.rawValue }.map {
                .init($0.value ? 1 : 0, labels: [("part", $0.key.rawValue)])
            })
    }
}
