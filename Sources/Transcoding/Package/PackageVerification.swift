internal import Conformance
internal import MediaModel
internal import MediaSandbox
internal import MediaUnits
internal import Packaging
internal import Sandbox
internal import Storage
internal import SystemPackage

/// The verification of a finished package before it is published: every segment is decoded, and the rules of `check` apply.
struct PackageVerification: Sendable {
    let plan: EncodingPlan
    /// The folder with all files of the package.
    let folder: FilePath
    let upload: Upload
    let media: MediaRunner
    let storage: StorageRegistry

    /// Verifies the package.
    ///
    /// - Parameter isStopped: Whether to stop.
    /// - Throws: `UploadError` with the first violation; those of processes.
    func check(_ isStopped: @escaping @Sendable () -> Bool) throws {
        // The workspace is on a disk.
        let access = PackageAccess(
            storage: storage, cache: RemoteCache(in: folder.parent), runner: media,
            isStopped: isStopped)
        let errors = try PackageCheck(of: Location(folder), in: access).findings.filter {
            $0.rule.entry.level == .error
        }
        if let first = errors.first {
            let position =
                first.line.map { ":\($0)" } ?? first.offset.map { " at byte \($0)" } ?? ""
            throw failure(
                "\(first.file)\(position): \(first.message) (rule \(first.rule.rawValue))"
                    + (errors.count > 1 ? ", and \(errors.count - 1) more" : ""))
        }
        for rendition in try renditions() { try decode(rendition, isStopped) }
    }

    /// The files of a rendition, with the frames of each segment; `nil` for audio.
    private struct Rendition {
        let path: String
        let track: TrackMeasurement.Track
        let frames: [Int]?
    }

    private func renditions() throws -> [Rendition] {
        let video = try (plan.video?.rungs ?? []).map { rung in
            let segments = plan.video?.segments ?? []
            return try rendition(
                PackagePaths.video(rung.name), count: segments.count,
                frames: segments.map { rung.frames(in: $0.frameCount) })
        }
        let audio = try plan.separateAudio(plan.audio).map { track in
            try rendition(
                PackagePaths.audio(track.name), count: track.borders.count, frames: nil)
        }
        return video + audio
    }

    private func rendition(_ path: String, count: Int, frames: [Int]?) throws -> Rendition {
        let files = try OpenFolder(folder)
        func range(_ name: String) throws -> TrackMeasurement.FileRange {
            let file = FilePath("\(path)/\(name)")
            return TrackMeasurement.FileRange(
                path: file, range: 0..<Int(try files.file(below: file).size))
        }
        let track = TrackMeasurement.Track(
            initialization: try PackagePaths.initialization(plan.container).map(range),
            segments: try (0..<count).map { try range(PackagePaths.segment($0, plan.container)) })
        return Rendition(path: path, track: track, frames: frames)
    }

    private func decode(
        _ rendition: Rendition, _ isStopped: @escaping @Sendable () -> Bool
    ) throws {
        // Decoding a second takes less than a CPU second in every codec and size of a rendition.
        let limits = SandboxLimits(
            peakMemory: Self.peakMemory, cost: plan.duration.doubleValue, uploadSize: upload.size)
        let reply = try media.run(
            DecodeWork(tracks: [rendition.track]),
            MediaGrant(readsUpload: false, artifacts: try OpenFolder(folder)), on: upload,
            limits: limits, isStopped: isStopped)
        guard let segments = reply.first, segments.count == rendition.track.segments.count else {
            throw failure("\(rendition.path): other segments were decoded than the package has")
        }
        for (index, segment) in segments.enumerated() {
            let name = "\(rendition.path)/\(PackagePaths.segment(index, plan.container))"
            guard segment.corrupt == 0 else {
                throw failure("\(name): \(segment.corrupt) of its frames cannot be decoded")
            }
            let expected = rendition.frames?[index]
            guard expected.map({ $0 == segment.frames }) ?? (segment.frames > 0) else {
                throw failure(
                    "\(name): \(segment.frames) frames were decoded"
                        + (expected.map { " instead of \($0)" } ?? ""))
            }
        }
    }

    /// Chosen as twenty frames of the largest rendition that decoders use, in bytes.
    private static let peakMemory = 512 << 20

    private func failure(_ message: String) -> UploadError {
        upload.error(
            .verificationFailed, message,
            advice: "encode it again; if it fails again, report it")
    }
}
