package import MediaUnits

/// Consecutive segments of an audio rendition, which one encoder makes.
package struct AudioRun: Codable, Hashable, Sendable {
    package let index: Int
    /// The indexes of the segments.
    package let segments: Range<Int>
    /// The sample numbers of the packets: multiples of a packet, except for the end of the track.
    package let packets: Range<Int>
    /// The sample numbers that the encoder gets: run-up, packets, and those that the last packets overlap with.
    package let samples: Range<Int>

    package init(index: Int, segments: Range<Int>, packets: Range<Int>, samples: Range<Int>) {
        self.index = index
        self.segments = segments
        self.packets = packets
        self.samples = samples
    }
}

extension AudioPlan {
    /// The samples in one AAC frame (ISO/IEC 14496-3, 4.5.2.1).
    package static let frameSize = 1024

    /// The frames that the encoder of a run gets before the first packet of the run; their packets are dropped.
    ///
    /// Measured in docs/audio.md: the error at the start of a run is that of an encoder in the middle of a track.
    package static let encoderRunUp = 64

    /// The frames that libavcodec's encoder gets before it returns a packet.
    private static let encoderDelay = 2

    /// The runs of the rendition.
    package var runs: [AudioRun] {
        runStarts.indices.map { index in
            let isLast = index == runStarts.count - 1
            let segments = runStarts[index]..<(isLast ? borders.count : runStarts[index + 1])
            let start = firstPacket(ofSegment: segments.lowerBound)
            let end = isLast ? sampleCount : firstPacket(ofSegment: segments.upperBound)
            return AudioRun(
                index: index, segments: segments, packets: start..<end,
                samples: max(
                    0, start - Self.encoderRunUp * Self.frameSize)..<min(
                        sampleCount, end + Self.encoderDelay * Self.frameSize))
        }
    }

    /// Returns the run that has a segment.
    package func run(ofSegment segment: Int) -> Int {
        runStarts.partitioningIndex { $0 > segment } - 1
    }

    /// Returns the sample number of a segment's first packet: the first one at or after the segment's border.
    package func firstPacket(ofSegment segment: Int) -> Int {
        (borders[segment] + Self.frameSize - 1) / Self.frameSize * Self.frameSize
    }

    /// The run-up of decoding, in seconds; chosen above the inter-frame state of every codec.
    package static let decoderRunUp = Rational(2)

    /// Returns the time that decoding starts at for the samples from a number on, in seconds of the upload's clock; `nil` for
    /// the beginning of the track.
    package func entry(_ sample: Int) -> Rational? {
        guard let clock else { return sample == 0 ? entry : nil }
        let wanted = start + Rational(sample, sampleRate) - Self.decoderRunUp
        // A track may end before the package.
        let entry = min(wanted, clock.lastTime - Self.decoderRunUp)
        return entry > clock.timeBase * clock.start ? entry : nil
    }

    /// The time after the entry at which the first packet may start, in seconds: with a clock half of the run-up, since audio
    /// and video are interleaved coarsely.
    package var entryTolerance: Rational { clock == nil ? .zero : Self.decoderRunUp / 2 }
}
