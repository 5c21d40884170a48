import Sandbox
import StatusServer

extension Metric {
    /// The parts of the sandbox of processes that read uploads, and whether this machine has each.
    static func sandbox(_ parts: [SandboxPart: Bool]) -> Metric {
        Metric(
            "vtranscode_sandbox", .gauge,
            "Whether the kernel enforces a part of the sandbox that uploads are read in: 1 or 0.",
            parts.sorted { $0.key.rawValue < $1.key.rawValue }.map {
                .init($0.value ? 1 : 0, labels: [("part", $0.key.rawValue)])
            })
    }
}
