import Testing

@testable import QueueSimulation

/// The comparison of a model with a store, which reads only the rows that either has changed.
@Suite struct ModelTableTests {
    private typealias Table = ModelTable<Int, String>

    /// Two tables with the same row.
    private func makeTables() -> (model: Table, store: Table) {
        var table = Table()
        table[1] = "one"
        table.wasCompared()
        return (table, table)
    }

    @Test func differenceOfEitherTableIsFound() {
        var (model, store) = makeTables()
        #expect(model.differences(to: store).isEmpty)
        store[1] = "changed"
        #expect(model.differences(to: store) == [1])
        model[1] = "changed"
        #expect(model.differences(to: store).isEmpty)
        model[2] = "two"
        store[3] = "three"
        #expect(model.differences(to: store) == [2, 3])
    }

    @Test func removedRowIsADifference() {
        var (model, store) = makeTables()
        model.removeAll { $0 == "one" }
        #expect(model.isEmpty)
        #expect(model.differences(to: store) == [1])
        store[1] = nil
        #expect(model.differences(to: store).isEmpty)
    }

    @Test func changeThroughOptionalChainingIsRecorded() {
        var (model, store) = makeTables()
        model[1]?.append("!")
        #expect(model.differences(to: store) == [1])
        store[2]?.append("!")
        #expect(store.isEmpty == false && store[2] == nil)
    }

    @Test func addedRowsAreThoseThatTheOtherTableDoesNotHave() {
        var (model, store) = makeTables()
        store[1] = "changed"
        store[2] = "two"
        store[3] = "three"
        store[3] = nil
        #expect(store.added(to: model) == [2])
        model[2] = "two"
        #expect(store.added(to: model).isEmpty)
    }
}
