extension Array {
    /// Returns the first index whose element satisfies a predicate; `count` if none does.
    ///
    /// - Precondition: No element that does not satisfy the predicate follows one that does.
    package func partitioningIndex(where predicate: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if predicate(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
