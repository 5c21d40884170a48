/// The first access unit of a video stream in MPEG-TS (H.264, annex B; H.265, annex B).
struct AccessUnit {
    /// Whether it is a keyframe; `nil` if its bytes do not tell.
    private(set) var isKeyframe: Bool?
    private(set) var parameters: SequenceParameters?

    init(_ bytes: [UInt8], _ coding: TransportCoding) {
        var starts: [Int] = []
        var index = 0
        while index + 3 < bytes.count {
            if bytes[index + 2] > 1 {
                index += 3
            } else if bytes[index] == 0, bytes[index + 1] == 0, bytes[index + 2] == 1 {
                starts.append(index + 3)
                index += 3
            } else {
                index += 1
            }
        }
        for (number, start) in starts.enumerated() where isKeyframe == nil {
            let end = number + 1 < starts.count ? starts[number + 1] - 3 : bytes.count
            switch coding {
            case .advancedVideo: readAdvanced(bytes[start..<end])
            case .highEfficiencyVideo: readHighEfficiency(bytes[start..<end])
            default: return
            }
        }
    }

    private mutating func readAdvanced(_ unit: ArraySlice<UInt8>) {
        switch (unit.first ?? 0) & 0x1F {
        case 1, 2: isKeyframe = false
        case 5: isKeyframe = true
        case 7: parameters = parameters ?? SequenceParameters(unit)
        default: break
        }
    }

    private mutating func readHighEfficiency(_ unit: ArraySlice<UInt8>) {
        switch (unit.first ?? 0) >> 1 & 0x3F {
        case 0...9: isKeyframe = false
        case 16...21: isKeyframe = true
        default: break
        }
    }
}
