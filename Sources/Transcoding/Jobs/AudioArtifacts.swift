internal import MediaModel
internal import Scheduling

/// The artifacts of an audio rendition: one for each run.
struct AudioArtifacts: Sendable {
    let runs: [Artifact<RenditionResult>]
    /// The measured loudness of several runs; the result of a single run has its own.
    let loudness: LoudnessResult?

    /// The runs as one result; `EncodingEnvironment` checks that the init segments are equal.
    var result: RenditionResult {
        let first = runs.first?.result
        return RenditionResult(
            name: first?.name ?? "", codec: first?.codec ?? "",
            initialization: first?.initialization ?? "",
            segments: runs.flatMap(\.result.segments), loudness: loudness ?? first?.loudness)
    }
}

/// The jobs of an audio rendition.
struct AudioJobs: Sendable {
    let plan: AudioPlan
    /// The jobs of the runs.
    let runs: [JobHandle<Artifact<RenditionResult>>]
    /// The job that measures the encoded runs; `nil` without a loudness target, and for a single run.
    let loudness: JobHandle<LoudnessResult>?

    /// Adds the jobs of a rendition to a graph.
    ///
    /// A rendition of several runs that has a loudness target is measured first. All runs then get one gain, and are measured
    /// together. They are encoded again if encoding has changed the loudness.
    init(
        _ audio: AudioPlan, in environment: EncodingEnvironment, to graph: inout JobGraph
    ) throws {
        plan = audio
        let (source, firstRuns) = try Self.firstPass(
            audio, audio.runs[...], in: environment, &graph)
        guard let target = audio.loudnessTarget, let source else {
            runs = firstRuns
            loudness = nil
            return
        }
        let encoded = try graph.add(
            EncodedLoudnessJob(
                environment: environment, audio: audio, target: target, source: source,
                runs: firstRuns, firstPass: nil))
        runs = try zip(audio.runs, firstRuns).map { run, first in
            try graph.add(
                AudioRunJob(
                    environment: environment, audio: audio, run: run,
                    gain: .corrected(encoded, firstPass: first)))
        }
        loudness = try graph.add(
            EncodedLoudnessJob(
                environment: environment, audio: audio, target: target, source: source,
                runs: runs, firstPass: encoded))
    }

    /// Adds the jobs of some runs to a graph, with the measurement of the source that they need.
    ///
    /// - Parameters:
    ///   - audio: The plan of the rendition.
    ///   - runs: The indexes of the runs; `nil` for the whole rendition, with corrections.
    ///   - environment: The environment of the upload's jobs.
    ///   - graph: The graph.
    /// - Throws: `InternalError` if the graph has the jobs already.
    static func add(
        _ audio: AudioPlan, runs: Range<Int>?, in environment: EncodingEnvironment,
        to graph: inout JobGraph
    ) throws {
        // Another build may plan other runs; the last task makes those that are missing.
        if let runs, audio.runStarts.count > 1 {
            let planned = audio.runs
            _ = try firstPass(
                audio, planned[runs.clamped(to: planned.indices)], in: environment, &graph)
        } else {
            _ = try AudioJobs(audio, in: environment, to: &graph)
        }
    }

    private static func firstPass(
        _ audio: AudioPlan, _ runs: ArraySlice<AudioRun>, in environment: EncodingEnvironment,
        _ graph: inout JobGraph
    ) throws -> (
        source: JobHandle<Artifact<MeasuredLoudness>>?, runs: [JobHandle<Artifact<RenditionResult>>]
    ) {
        let isMeasured = audio.loudnessTarget != nil && audio.runStarts.count > 1
        let source =
            isMeasured
            ? try graph.add(SourceLoudnessJob(environment: environment, audio: audio)) : nil
        let encoded = try runs.map { run in
            try graph.add(
                AudioRunJob(
                    environment: environment, audio: audio, run: run,
                    gain: source.map { .measured($0) } ?? .none))
        }
        return (source, encoded)
    }

    /// Returns the jobs of the runs that have segments of a chunk.
    func runs(of segments: [SegmentPlan]) -> [JobHandle<Artifact<RenditionResult>>] {
        Set(segments.map { plan.run(ofSegment: $0.index) }).sorted().map { runs[$0] }
    }

    /// Returns the artifacts from the results of a graph.
    func artifacts(in result: GraphResult) throws -> AudioArtifacts {
        AudioArtifacts(
            runs: try runs.map { try result[$0] }, loudness: try loudness.map { try result[$0] })
    }
}
