/// The properties of a rendition that the rules for groups concern.
protocol GroupMember {
    var groupID: String { get }
    var name: String { get set }
    var isDefault: Bool { get set }
}

extension AudioRendition: GroupMember {}
extension SubtitleRendition: GroupMember {}

/// The rules for renditions of one group (RFC 8216, 4.3.4.1.1).
enum RenditionGroups {
    /// Returns the renditions with unique names in each group ("Track", "Track 2") and at most one default, the first.
    static func conforming<Rendition: GroupMember>(_ renditions: [Rendition]) -> [Rendition] {
        var names: [String: Set<String>] = [:]
        var groupsWithDefault: Set<String> = []
        return renditions.map { original in
            var rendition = original
            var copy = 1
            while !names[rendition.groupID, default: []].insert(rendition.name).inserted {
                copy += 1
                rendition.name = "\(original.name) \(copy)"
            }
            if rendition.isDefault {
                rendition.isDefault = groupsWithDefault.insert(rendition.groupID).inserted
            }
            return rendition
        }
    }
}
