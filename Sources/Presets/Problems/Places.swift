/// Where the values of a preset are written, by their paths: "ladder[1].maxrate".
struct Places: Sendable {
    private let file: String
    private var locations: [String: Location] = [:]

    init(file: String) { self.file = file }

    mutating func note(_ location: Location, of path: String) { locations[path] = location }

    /// The location of a value; of one that is left out, that of the map that it would be in.
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
