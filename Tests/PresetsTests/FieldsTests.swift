import Testing

@testable import Presets

/// Values that can replace a mapping or a list.
@Suite struct FieldsTests {
    private static func read(_ fields: Fields) -> [Int] {
        let length = fields.section("length", about: "a", shorthand: "max", default: 7) {
            $0.value(Key("max", .whole(in: 1...9), default: 7))
        }
        let steps = fields.list("steps", about: "b", allowsNone: true, standIn: 0) {
            $0.value(Key(required: "size", .whole(in: 1...9), standIn: 0))
        }
        return [length] + steps
    }

    private func read(_ text: String) throws -> (values: [Int], problems: [String], yaml: String) {
        let diagnosis = Diagnosis(file: "p.yaml")
        let root = try #require(ExtendedSource(diagnosis: diagnosis).element(Array(text.utf8)))
        let fields = try #require(Fields(root, path: "", diagnosis))
        let values = Self.read(fields)
        fields.close()
        return (values, diagnosis.problems.map(\.description), YAMLWriter.text(of: fields.records))
    }

    @Test(arguments: ["length: 3\nsteps: none\n", "length: { max: 3 }\nsteps: none\n"])
    func singleValueIsShortForAMapping(text: String) throws {
        let read = try read(text)
        #expect(read.values == [3] && read.problems == [])
        #expect(read.yaml == "length:\n  max: 3\nsteps: none\n")
    }

    @Test func problemOfAShorthandHasItsLocation() throws {
        let read = try read("length: 12\nsteps: [{ size: 2 }]\n")
        #expect(read.values == [7, 2])
        #expect(
            read.problems == [
                "p.yaml:1:9: value.range: length.max: `12` is out of range; write 1 to 9"
            ])
        #expect(try self.read("steps: nothing\n").problems.count == 1)
    }
}
