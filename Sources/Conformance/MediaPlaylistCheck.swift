import Storage

/// The check of a media playlist with its segments.
struct MediaPlaylistCheck {
    /// The tolerance of times, in seconds: the frames of AAC.
    private static let tolerance = 0.1
    /// The longest run of segments that is measured; bounds the time for millions of tiny segments.
    private static let longestRun = 64
    /// In seconds: 2, and a frame.
    private static let longestKeyframeInterval = 2.1
    /// The longest init segment that is read, in bytes.
    private static let longestInitSegment: Int64 = 16 << 20
    /// The longest segment that is read, in bytes: a film of 8 hours at 300 Mbit/s is one.
    private static let longestSegment: Int64 = 1 << 40

    /// An init segment whose file is known.
    private struct InitSegment {
        let file: OpenedFile
        let range: Range<Int64>
    }

    /// The part of a segment's check that follows the reading of its batch.
    private enum Step {
        /// A segment that is not read, so that the next one continues nothing.
        case missing
        /// A segment, and its index in the batch.
        case read(ListedSegment, PackageFile, Range<Int64>, Int)
    }

    /// The largest bit rate of a run of segments, in bits per second (RFC 8216, 4.1).
    private(set) var peakBandwidth = 0.0
    /// For comparison with other playlists.
    var checked: CheckedPlaylist {
        CheckedPlaylist(
            playlist, peakBandwidth: peakBandwidth,
            averageBandwidth: total.duration > 0 ? total.bits / total.duration : 0,
            isWhole: measuredCount == playlist.segments.count, measured: measured)
    }

    private let file: PackageFile
    private let files: PackageFiles
    private let playlist: ListedMediaPlaylist
    /// The init segments that were used last; `nil` for those that cannot be read.
    private var initSegments: [ListedInitSegment: InitSegment?] = [:]
    /// The init segments whose findings are reported.
    private var reported: Set<ListedInitSegment> = []
    private var ends: [UInt64: Double] = [:]
    private var run: [(duration: Double, bits: Double)] = []
    private var isInitSegmentMissing = false
    private let samples: SampleCheck
    private var streams: StreamSegmentCheck
    private var measured = MeasuredPlaylist()
    private var total: (duration: Double, bits: Double) = (0, 0)
    /// The segments whose sizes are in `total`.
    private var measuredCount = 0

    // The batch that is collected.
    private var batch = SegmentBatch()
    private var steps: [Step] = []
    private var indices: [ListedInitSegment: Int] = [:]

    private var name: String { file.name }

    /// `isIndependent` is whether the multivariant playlist has `EXT-X-INDEPENDENT-SEGMENTS`.
    init(
        _ text: PlaylistText, at file: PackageFile, files: PackageFiles,
        isIndependent: Bool = false, findings: inout FindingList
    ) throws {
        (self.file, self.files) = (file, files)
        playlist = ListedMediaPlaylist(text, findings: &findings)
        let isIndependent = isIndependent || playlist.isIndependent
        samples = SampleCheck(playlist: file.name, isIndependent: isIndependent)
        streams = StreamSegmentCheck(
            playlist: file.name, isIFramesOnly: playlist.isIFramesOnly,
            isIndependent: isIndependent, durationTolerance: playlist.durationTolerance)
        var rest = playlist.segments[...]
        while !rest.isEmpty {
            if files.access.isStopped() { throw CancellationError() }
            try check(rest.prefix(files.batchLength), &findings)
            rest = rest.dropFirst(files.batchLength)
        }
        checkKeyframeInterval(&findings)
    }

    private func checkKeyframeInterval(_ findings: inout FindingList) {
        let (seconds, line) = measured.longestInterval
        guard seconds > Self.longestKeyframeInterval else { return }
        findings.add(
            .keyframeInterval, name, line: line, "\(seconds) s from one keyframe to the next")
    }

    private mutating func check(
        _ segments: ArraySlice<ListedSegment>, _ findings: inout FindingList
    ) throws {
        let located = segments.map { $0.isGap ? nil : files.file(of: $0.uri, in: file) }
        let opened = files.open(Set(located.compactMap(\.self)))
        for (segment, file) in zip(segments, located) {
            guard let file else {
                if !segment.isGap {
                    _ = files.file(
                        of: segment.uri, in: self.file, line: segment.line, findings: &findings)
                }
                steps.append(.missing)
                continue
            }
            switch opened[file] {
            case .success(let found): try collect(segment, found, &findings)
            case .failure(let error):
                files.report(error, file, in: name, line: segment.line, &findings)
                steps.append(.missing)
            case nil: throw CancellationError()
            }
        }
        try finishBatch(&findings)
    }

    private mutating func collect(
        _ segment: ListedSegment, _ found: OpenedFile, _ findings: inout FindingList
    ) throws {
        let path = found.file.name
        let range = segment.byteRange ?? 0..<found.size
        guard range.upperBound <= found.size else {
            if found.isTooLong {
                exceed("\(path) is longer than \(found.size) bytes", segment.line, &findings)
            } else {
                findings.add(
                    .byteRangeBeyondFile, name, line: segment.line,
                    "bytes to \(range.upperBound) of \(path), which has \(found.size)")
            }
            steps.append(.missing)
            return
        }
        guard !found.isTooLong || segment.byteRange != nil,
            range.upperBound - range.lowerBound <= Self.longestSegment
        else {
            exceed("\(path) has \(found.size) bytes or more", segment.line, &findings)
            steps.append(.missing)
            return
        }
        measure(segment, range, targetDuration: playlist.targetDuration ?? 0)
        // Encrypted as a whole.
        if segment.isEncrypted {
            steps.append(.missing)
            return
        }
        let kind = path.split(separator: ".").last.map(String.init) ?? ""
        if segment.initSegment == nil, ["m4s", "cmfv", "cmfa", "mp4"].contains(kind) {
            if !isInitSegmentMissing {
                findings.add(
                    .initSegmentMissing, name, line: segment.line, "\(path) has no EXT-X-MAP")
            }
            isInitSegmentMissing = true
        }
        if !batch.hasSpace(for: range) { try finishBatch(&findings) }
        let initIndex = segment.initSegment.flatMap { index(of: $0, &findings) }
        let position = batch.add(
            found, range, initSegment: initIndex, isIFrame: playlist.isIFramesOnly)
        steps.append(.read(segment, found.file, range, position))
    }

    private func exceed(_ message: String, _ line: Int, _ findings: inout FindingList) {
        findings.add(.limitExceeded, name, line: line, message)
    }

    // MARK: The read batch

    private mutating func finishBatch(_ findings: inout FindingList) throws {
        let report = try batch.read(for: file, files.access)
        for (listed, index) in indices where reported.insert(listed).inserted {
            guard let known = initSegments[listed] ?? nil else { continue }
            add(report.initSegments[index].findings, of: known.file.file.name, &findings)
        }
        for step in steps {
            switch step {
            case .missing: skip()
            case .read(let segment, let file, let range, let index):
                let read = report.segments[index]
                add(read.findings, of: file.name, &findings)
                let tracks = batch.work.segments[index].initSegment.flatMap {
                    report.initSegments[$0].tracks
                }
                compare(segment, file.name, range, read.content, tracks, &findings)
            }
        }
        (batch, steps, indices) = (SegmentBatch(), [], [:])
        // A playlist with an init segment for each segment needs the newest only.
        if initSegments.count >= 16 { initSegments = [:] }
    }

    private func add(
        _ found: [SegmentReport.Finding], of file: String, _ findings: inout FindingList
    ) {
        for finding in found {
            findings.add(finding.rule, file, offset: finding.offset, finding.message)
        }
    }

    /// Notes that a segment was not read, so that the next one continues nothing.
    private mutating func skip() {
        ends = [:]
        streams.skip()
        measured.addUnknown()
    }

    private mutating func compare(
        _ segment: ListedSegment, _ path: String, _ range: Range<Int64>,
        _ content: SegmentReport.Content, _ tracks: InitSegmentTracks?,
        _ findings: inout FindingList
    ) {
        switch content {
        case .streams(let content):
            streams.check(segment, content, path, &measured, &findings)
        case .packedAudio(let content):
            streams.check(segment, content, path, &measured, &findings)
        case .fragmentStart(let start):
            samples.check(segment, start, range, path, &findings)
            for track in tracks?.tracks.values.filter({ $0.kind == .video }) ?? [] {
                measured.add(track)
            }
        case .fragments(let content):
            guard let tracks else { return measured.addUnknown() }
            samples.check(segment, content, path, tracks, &measured, &findings)
            compare(segment, path, content, &findings)
        case .unknown:
            findings.add(
                .segmentFormat, name, line: segment.line, "\(path) has an unknown format")
            measured.addUnknown()
        case .captions, .boxes: measured.addUnknown()
        }
    }

    private mutating func compare(
        _ segment: ListedSegment, _ path: String, _ content: MeasuredSegment,
        _ findings: inout FindingList
    ) {
        if let listed = segment.duration, !content.spans.isEmpty {
            let durations = content.durations
            if durations.allSatisfy({ abs($0 - listed) > playlist.durationTolerance }) {
                findings.add(
                    .segmentDuration, name, line: segment.line,
                    "EXTINF of \(path) is \(listed) s, its samples last \(durations[0]) s")
            }
        }
        for (track, span) in content.spans.sorted(by: { $0.key < $1.key }) {
            if let end = ends[track], !segment.isDiscontinuous,
                abs(span.start - end) > Self.tolerance
            {
                findings.add(
                    .decodeTimeGap, name, line: segment.line,
                    "\(path) begins at \(span.start) s, the segment before it ends at \(end) s")
            }
        }
        ends = content.spans.mapValues(\.end)
    }

    // MARK: Init segments

    /// Returns the index of an init segment in the batch; `nil`, with a finding the first time, if it cannot be read.
    private mutating func index(
        of listed: ListedInitSegment, _ findings: inout FindingList
    ) -> Int? {
        if let index = indices[listed] { return index }
        if initSegments[listed] == nil {
            initSegments[listed] = .some(open(listed, &findings))
        }
        guard let known = initSegments[listed] ?? nil else { return nil }
        let index = batch.addInitSegment(known.file, known.range)
        indices[listed] = index
        return index
    }

    private func open(
        _ listed: ListedInitSegment, _ findings: inout FindingList
    ) -> InitSegment? {
        guard
            let file = files.file(
                of: listed.uri, in: file, line: listed.line, findings: &findings)
        else { return nil }
        let opened: OpenedFile
        do {
            opened = try files.open(file)
        } catch {
            files.report(error, file, in: name, line: listed.line, &findings)
            return nil
        }
        let range = listed.byteRange ?? 0..<opened.size
        guard range.upperBound <= opened.size else {
            findings.add(
                .byteRangeBeyondFile, name, line: listed.line,
                "bytes to \(range.upperBound) of \(file.name), which has \(opened.size)")
            return nil
        }
        guard range.upperBound - range.lowerBound <= Self.longestInitSegment else {
            findings.add(
                .initSegmentStructure, file.name, "the init segment has \(range.count) bytes")
            return nil
        }
        return InitSegment(file: opened, range: range)
    }

    /// Adds a segment to the runs of 0.5 to 1.5 target durations that end with it.
    private mutating func measure(
        _ segment: ListedSegment, _ range: Range<Int64>, targetDuration: Int
    ) {
        guard let duration = segment.duration, targetDuration > 0 else { return }
        measuredCount += 1
        total.duration += duration
        total.bits += Double(range.upperBound - range.lowerBound) * 8
        run.append((duration, Double(range.upperBound - range.lowerBound) * 8))
        if run.count > Self.longestRun { run.removeFirst() }
        var (total, bits) = (0.0, 0.0)
        for part in run.reversed() {
            total += part.duration
            bits += part.bits
            if total > 1.5 * Double(targetDuration) { break }
            if total >= 0.5 * Double(targetDuration) {
                peakBandwidth = max(peakBandwidth, bits / total)
            }
        }
    }
}
