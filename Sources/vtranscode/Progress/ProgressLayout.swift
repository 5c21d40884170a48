/// Which columns of a progress line a terminal has room for, and how wide they are, in cells.
///
///     holiday.mp4   ██████████░░░░░░░░░░░░░░   42 %   118 frames/s    3.9x   ETA 1:23
///
/// In a narrow terminal the frame rate goes first, then the speed, the bar and the time that is
/// left.
struct ProgressLayout: Hashable {
    /// What no line may exceed.
    ///
    /// The last cell stays empty: some terminals wrap as soon as it is filled.
    let limit: Int
    let nameWidth: Int
    /// 0: no bar.
    private(set) var barWidth = 0
    private(set) var showsRemaining = false
    private(set) var showsSpeed = false
    private(set) var showsFrameRate = false

    /// The space before each column but the first.
    static let gap = "  "
    static let percentWidth = 5  // 100 %
    static let remainingWidth = 11  // ETA 9:59:59
    static let speedWidth = 6  // 999.9x
    static let frameRateWidth = 13  // 9999 frames/s

    /// Chosen because a longer bar says no more.
    private static let barWidths = 10...30
    private static let nameWidths = 12...40

    /// - Parameters:
    ///   - columns: The terminal's width.
    ///   - longestName: Width of the longest name to show.
    init(columns: Int, longestName: Int) {
        let gap = Self.gap.count
        limit = max(0, columns - 1)
        var left = limit - Self.percentWidth - gap
        let name = max(0, min(longestName, Self.nameWidths.lowerBound, left))
        left -= name
        func takes(_ width: Int) -> Bool {
            guard left >= width + gap else { return false }
            left -= width + gap
            return true
        }
        showsRemaining = takes(Self.remainingWidth)
        let hasBar = showsRemaining && takes(Self.barWidths.lowerBound)
        showsSpeed = hasBar && takes(Self.speedWidth)
        showsFrameRate = showsSpeed && takes(Self.frameRateWidth)

        let longer = max(0, min(longestName, Self.nameWidths.upperBound) - name)
        let growth = min(left, longer)
        nameWidth = name + growth
        if hasBar {
            barWidth = min(Self.barWidths.upperBound, Self.barWidths.lowerBound + left - growth)
        }
    }
}
