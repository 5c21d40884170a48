/// Rows by their keys, with the keys of those that were set or removed since the last comparison.
///
/// A transaction changes few of the rows, so that a comparison of these is much faster than one of all.
struct ModelTable<Key: Hashable, Row: Equatable> {
    private var rows: [Key: Row] = [:]
    private(set) var changed: [Key] = []

    var keys: some Collection<Key> { rows.keys }
    var values: some Collection<Row> { rows.values }
    var isEmpty: Bool { rows.isEmpty }

    subscript(key: Key) -> Row? {
        get { rows[key] }
        set {
            rows[key] = newValue
            changed.append(key)
        }
    }

    mutating func removeAll(where isRemoved: (Row) -> Bool) {
        for (key, row) in rows where isRemoved(row) { self[key] = nil }
    }

    /// Forgets which rows were changed: they are equal to those of the other table.
    mutating func wasCompared() {
        if !changed.isEmpty { changed.removeAll(keepingCapacity: true) }
    }

    /// The rows that were added since the last comparison, as far as another table does not have them.
    func added(to other: ModelTable) -> Set<Key> {
        Set(changed.lazy.filter { other.rows[$0] == nil && rows[$0] != nil })
    }

    /// The keys of rows that differ from those of another table, which was equal before the changes of both.
    func differences(to other: ModelTable) -> Set<Key> {
        var keys: Set<Key> = []
        for key in changed where rows[key] != other.rows[key] { keys.insert(key) }
        for key in other.changed where rows[key] != other.rows[key] { keys.insert(key) }
        return keys
    }
}
