/// The identifier of a graph in a schedule; later graphs have larger numbers.
public struct GraphID: Hashable, Comparable, Sendable {
    let number: Int

    public static func < (left: GraphID, right: GraphID) -> Bool { left.number < right.number }
}
