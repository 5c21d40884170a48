import Testing
import Transcoding

@testable import vtranscode

@Suite struct ProgressViewTests {
    private static func view(_ style: TextStyle = .plain, _ events: RunEvent...) -> ProgressView {
        var view = ProgressView(style: style) { _ in 100 }
        for event in events { view.apply(event, at: 0) }
        return view
    }

    private static func lines(_ view: ProgressView, columns: Int = 100, rows: Int = 24) -> [String]
    {
        view.lines(in: TerminalSize(columns: columns, rows: rows), at: 0)
    }

    @Test func saysNothingBeforeTheStart() {
        #expect(Self.lines(Self.view()).isEmpty)
    }

    @Test func aLineForEachUploadAndOneForTheFolder() {
        var view = Self.view(
            .plain, .started(uploads: 3, bytes: 300), .planned("holiday.mp4"), .planned("b.mov"),
            .planned("bad.mp4"), .progress("holiday.mp4", 0.5),
            .progress("b.mov", 0.25, remaining: nil))
        view.apply(.finished(UploadResult("bad.mp4", .truncated)), at: 0)
        #expect(
            Self.lines(view, columns: 80) == [
                "holiday.mp4               #####.....   50 %   118 frames/s    3.9x     ETA 0:09",
                "b.mov                     ##........   25 %   118 frames/s    3.9x             ",
                "1 of 3 uploads, 1 failed  ###.......   37 %                                    ",
            ])
    }

    @Test func aSingleUploadHasNoFolder() {
        let view = Self.view(.plain, .started(uploads: 1, bytes: 1), .progress("a.mp4", 0.5))
        #expect(
            Self.lines(view, columns: 50) == ["a.mp4  #######.......   50 %    3.9x     ETA 0:09"])
    }

    @Test func beforeTheFirstPlanThereIsTheFolderAlone() {
        let view = Self.view(.plain, .started(uploads: 2, bytes: 1))
        #expect(Self.lines(view, columns: 24) == ["0 of 2 uploads    0 %"])
    }

    @Test func aFinishedUploadLeaves() {
        var view = Self.view(
            .plain, .started(uploads: 2, bytes: 2), .progress("a.mp4", 0.5), .progress("b.mp4", 0.5)
        )
        view.apply(.finished(UploadResult("a.mp4", .done)), at: 1)
        let lines = Self.lines(view)
        #expect(lines.count == 2)
        #expect(lines[0].hasPrefix("b.mp4"))
        #expect(lines[1].hasPrefix("1 of 2 uploads "))
    }

    /// Events come from many threads.
    @Test func anUploadThatHasEndedDoesNotComeBack() {
        var view = Self.view(.plain, .started(uploads: 2, bytes: 2), .progress("a.mp4", 0.5))
        view.apply(.finished(UploadResult("a.mp4", .truncated)), at: 1)
        view.apply(.progress("a.mp4", 0.6), at: 1)
        #expect(Self.lines(view).count == 1)
        #expect(view.fraction < 1)
    }

    @Test func whatIsInterruptedIsNotDone() {
        var view = Self.view(.plain, .started(uploads: 1, bytes: 2), .progress("a.mp4", 0.5))
        view.apply(.finished(UploadResult("a.mp4", .interrupted)), at: 1)
        #expect(view.fraction < 1)
    }

    /// The folder's line is always there; one row is left for what scrolls away.
    @Test(arguments: [(24, 9), (10, 9), (9, 8), (6, 5), (3, 2), (2, 1), (1, 1)])
    func thereAreNeverMoreLinesThanRows(rows: Int, expected: Int) {
        var view = Self.view(.plain, .started(uploads: 8, bytes: 8))
        for number in 1...8 { view.apply(.progress("\(number).mp4", 0.1), at: 0) }
        let lines = Self.lines(view, rows: rows)
        #expect(lines.count == expected)
        if rows == 6 { #expect(lines[3] == "and 5 more") }
        #expect(lines.last?.hasPrefix("0 of 8 uploads") == true)
    }

    /// A line that wrapped would spoil every redraw after it.
    @Test(arguments: 1...160)
    func noLineIsAsWideAsTheTerminal(columns: Int) {
        let style = TextStyle(hasColours: true, hasUnicode: true)
        let view = Self.view(
            style, .started(uploads: 3, bytes: 3),
            .progress("日本語のとても長い名前のファイルですよ.mp4", 0.5, speed: 123_456),
            .progress("a\nb\u{1b}[2J.mp4", .nan, remaining: 1e9, speed: .infinity),
            .progress("👨‍👩‍👧.mp4", 1, remaining: .nan))
        for line in Self.lines(view, columns: columns) {
            #expect(line.displayWidth < columns)
            #expect(!line.contains("\n"))
        }
    }

    @Test func coloursAndBlocksWhereTheTerminalHasThem() {
        let view = Self.view(
            TextStyle(hasColours: true, hasUnicode: true), .started(uploads: 1, bytes: 1),
            .progress("a", 0.5))
        let bar = "\u{1b}[32m██████\u{1b}[0m\u{1b}[2m░░░░░░\u{1b}[0m"
        #expect(Self.lines(view, columns: 36) == ["a  \(bar)   50 %     ETA 0:09"])
    }

    @Test func aSummaryIsOneLine() {
        var view = Self.view(
            .plain, .started(uploads: 12, bytes: 0), .planned("a\n.mp4"), .progress("a\n.mp4", 0.1))
        view.apply(.progress("a\n.mp4", 0.6), at: 10)
        #expect(
            view.summary(at: 10)
                == "5 %, 0 of 12 uploads, ETA 3:47; a\u{FFFD}.mp4 60 % at 3.9x")
    }
}

@Suite struct ProgressLayoutTests {
    @Test func columnsGoInOrderOfUse() {
        let layouts = (1...120).map { ProgressLayout(columns: $0, longestName: 20) }
        for layout in layouts {
            #expect(!layout.showsFrameRate || layout.showsSpeed)
            #expect(!layout.showsSpeed || layout.barWidth > 0)
            #expect(layout.barWidth == 0 || layout.showsRemaining)
        }
        #expect(layouts.last?.showsFrameRate == true)
        #expect(layouts.last?.nameWidth == 20)
        #expect(layouts.last?.barWidth == 30)
    }
}
