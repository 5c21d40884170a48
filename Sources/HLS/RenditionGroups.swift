/// A rendition as the rules for groups see it.
protocol GroupMember {
    var groupID: String { get }
    var name: String { get set }
    var isDefault: Bool { get set }
}

extension AudioRendition: GroupMember {}
extension SubtitleRendition: GroupMember {}

/// The rules for renditions of one group (RFC 8216, 4.3.4.1.1), kept whatever titles an upload has.
enum RenditionGroups {
    /// Makes names differ within each group ("Track", "Track 2") and leaves each group its first
    /// default only.
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
