/// The locations of a preset's values, by path: "ladder[1].maxrate".
struct ValueLocations: Sendable {
    private let file: String
    private var locations: [String: Location] = [:]

    init(file: String) { self.file = file }

    mutating func record(_ location: Location, of path: String) { locations[path] = location }

    /// Returns the location of a value, or that of the mapping that lacks the value.
    func location(of path: String) -> Location {
        var path = path[...]
        while true {
            if let location = locations[String(path)] { return location }
            guard let end = path.lastIndex(of: ".") else { break }
            path = path[..<end]
        }
        return locations[""] ?? .whole(file)
    }
}
