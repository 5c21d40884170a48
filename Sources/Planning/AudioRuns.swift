internal import MediaModel
package import MediaUnits

/// The division of an audio track into runs of consecutive segments.
package enum AudioRuns {
    /// The duration of a run, in seconds; chosen because the run-up of one second then costs less than 2 %.
    package static let duration = Rational(60)

    /// Returns the starts of runs of about the same length.
    ///
    /// A track shorter than one and a half runs is not divided.
    ///
    /// - Parameters:
    ///   - borders: The sample numbers at which segments start; the first is 0.
    ///   - sampleCount: The samples of the track.
    ///   - length: The samples of a run.
    /// - Returns: The indexes of the segments at which runs start; the first is 0.
    package static func starts(_ borders: [Int], sampleCount: Int, length: Int) -> [Int] {
        let count = Rational(sampleCount, max(1, length)).rounded
        guard count > 1, canDivide(borders, sampleCount: sampleCount) else { return [0] }
        return (1..<count).reduce(into: [0]) { starts, run in
            let wanted = (Rational(sampleCount, count) * run).rounded
            let next = borders.partitioningIndex { $0 >= wanted }
            // The nearer one of the borders before and after.
            let isBefore =
                next == borders.count || wanted - borders[next - 1] < borders[next] - wanted
            let nearest = isBefore ? next - 1 : next
            if nearest > starts[starts.count - 1] { starts.append(nearest) }
        }
    }

    /// Returns whether each segment, the last one included, has a packet.
    static func canDivide(_ borders: [Int], sampleCount: Int) -> Bool {
        zip(borders, borders.dropFirst() + [sampleCount]).allSatisfy {
            $1 - $0 >= AudioPlan.frameSize
        }
    }
}
