/// Work that reads an upload's media: the part of a job that may run in a child process.
///
/// What it needs beside the upload is in its values, and what it makes is its output and the files in its folder.
protocol MediaWork: Codable, Sendable {
    associatedtype Output: Codable & Sendable

    static var kind: MediaWorkKind { get }

    /// Does the work.
    ///
    /// `isStopped` is asked about once a frame or packet, and is taken for a sign of life.
    func run(
        on upload: Upload, isStopped: @escaping @Sendable () -> Bool,
        report: @escaping @Sendable (Double) -> Void
    ) throws -> Output
}

/// Which type of work a child is to decode.
enum MediaWorkKind: String, CaseIterable, Codable, Sendable {
    case probe, node, audio, copy, quality

    var type: any MediaWork.Type {
        switch self {
        case .probe: ProbeWork.self
        case .node: NodeWork.self
        case .audio: AudioWork.self
        case .copy: CopyWork.self
        case .quality: QualityWork.self
        }
    }
}
