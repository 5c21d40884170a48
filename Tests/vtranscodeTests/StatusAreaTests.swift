import Testing

@testable import vtranscode

@Suite struct StatusAreaTests {
    @Test func areaIsRedrawnInPlace() {
        var (area, screen) = (StatusArea(), Screen(columns: 20))
        screen.write("before\n")
        screen.write(area.replace(with: ["one 10 %", "all 5 %"], columns: 20))
        screen.write(area.replace(with: ["one 20 %", "two 1 %", "all 12 %"], columns: 20))
        #expect(screen.lines == ["before", "one 20 %", "two 1 %", "all 12 %"])
        screen.write(area.replace(with: ["all 9 %"], columns: 20))
        #expect(screen.lines == ["before", "all 9 %"])
    }

    @Test func permanentLinesMayWrap() {
        var (area, screen) = (StatusArea(), Screen(columns: 10))
        screen.write(area.replace(with: ["one", "all"], columns: 10))
        screen.write(
            area.replace(with: area.lines, above: ["a line that is long"], columns: 10))
        screen.write(area.replace(with: ["all!"], columns: 10))
        #expect(screen.lines == ["a line tha", "t is long", "all!"])
    }

    @Test func emptyStatusRemovesTheArea() {
        var (area, screen) = (StatusArea(), Screen(columns: 20))
        screen.write("before\n")
        screen.write(area.replace(with: ["one", "two"], columns: 20))
        screen.write(area.replace(with: [], columns: 20))
        screen.write("after")
        #expect(screen.lines == ["before", "after"])
    }

    /// Each change is one text; without a change, the text is empty.
    @Test func unchangedStatusIsNotWritten() {
        var area = StatusArea()
        #expect(area.replace(with: [], columns: 20).isEmpty)
        #expect(!area.replace(with: ["one"], columns: 20).isEmpty)
        #expect(area.replace(with: ["one"], columns: 20).isEmpty)
    }

    /// A terminal that becomes narrower wraps its lines: 16 cells take two rows of 10.
    @Test func wrappedRowsOfANarrowerTerminalAreCounted() {
        var (area, screen) = (StatusArea(), Screen(columns: 10))
        screen.write("before\n")
        screen.write(area.replace(with: ["0123456789abcdef", "all"], columns: 20))
        screen.write(area.replace(with: ["0123456", "all"], columns: 10))
        #expect(screen.lines == ["before", "0123456", "all"])
    }
}

@Suite struct ConsoleTests {
    @Test func permanentLineIsWrittenAboveTheStatus() {
        let sink = MemorySink()
        let console = Console(sink)
        console.show(["50 %"])
        console.print("done")
        console.clear()
        var screen = Screen(columns: 80)
        sink.texts.forEach { screen.write($0) }
        #expect(sink.texts.count == 3)
        #expect(screen.lines == ["done"])
    }

    @Test func lineWithoutStatusIsWrittenUnchanged() {
        let sink = MemorySink()
        let console = Console(sink)
        console.print("one")
        console.clear()
        #expect(sink.texts == ["one\n"])
    }
}
