import Foundation
import MediaUnits
import Testing

@Suite struct LanguageTagTests {
    /// RFC 5646, 2.2.1: the tag is the shortest code, for every ISO code in a file.
    @Test(
        arguments: [
            ("en", "en"), ("eng", "en"), ("ENG", "en"), ("ger", "de"), ("deu", "de"),
            ("fre", "fr"), ("fra", "fr"), ("chi", "zh"), ("zho", "zh"), ("slo", "sk"),
            ("iw", "he"), ("mol", "ro"), ("scr", "hr"), ("fil", "fil"), ("yue", "yue"),
            ("mul", "mul"), ("eng\0", "en"), (" ger ", "de"),
        ])
    func codeBecomesTheShortestTag(raw: String, tag: String) {
        #expect(LanguageTag(raw)?.tag == tag)
    }

    /// RFC 5646, 2.1.1 (case) and 4.4.2 (truncation).
    @Test(
        arguments: [
            ("pt-br", "pt-BR"), ("pt_BR", "pt-BR"), ("eng-US", "en-US"), ("es-419", "es-419"),
            ("ZH-HANT-tw", "zh-Hant-TW"), ("sr-latn", "sr-Latn"), ("zh-yue-HK", "yue-HK"),
            ("zh-cmn-Hans", "cmn-Hans"), ("de-1996", "de"), ("ca-valencia", "ca"),
            ("en-US-u-ca-gregory", "en-US"), ("en-x-private", "en"), ("en-usa", "en"),
        ])
    func tagHasLanguageScriptAndRegion(raw: String, tag: String) {
        #expect(LanguageTag(raw)?.tag == tag)
    }

    @Test(
        arguments: [
            "", "und", "UND", "und-US", "zz", "e", "english", "x-private", "i-klingon", "1", "12a",
            "```", "en-", "-en", "en--US", "en US", "\"en\"", "en\r\n", "\0", "ен", "ｅｎ", "en-Ü",
            "../..", "en\n#EXT-X-ENDLIST", "e\u{301}n", "en-toolongsubtag",
        ])
    func invalidTagIsNil(raw: String) {
        #expect(LanguageTag(raw) == nil)
    }

    @Test(
        arguments: [
            ("eng", "English"), ("ger", "German"), ("nob", "Norwegian Bokmål"), ("fil", "fil"),
            ("gla", "Scottish Gaelic"), ("pt-BR", "Portuguese (BR)"),
            ("zh-Hant-TW", "Chinese (Hant, TW)"),
        ])
    func displayNameIsEnglish(raw: String, name: String) {
        #expect(LanguageTag(raw)?.displayName == name)
    }

    /// ISO 639-1 has 183 codes; `bh` and `sh` were withdrawn from it but not from BCP 47.
    @Test func everyTwoLetterCodeHasAName() {
        let letters = "abcdefghijklmnopqrstuvwxyz"
        let codes = letters.flatMap { first in letters.map { "\(first)\($0)" } }
        let known = codes.compactMap(LanguageTag.init).filter { codes.contains($0.tag) }
        #expect(Set(known).count == 185)
        #expect(known.allSatisfy { $0.displayName.first?.isUppercase == true })
    }

    @Test func isEncodedAsItsTag() throws {
        let json = try JSONEncoder().encode(["a": LanguageTag("ger")])
        #expect(String(decoding: json, as: UTF8.self) == #"{"a":"de"}"#)
        #expect(try JSONDecoder().decode([String: LanguageTag].self, from: json)["a"]?.tag == "de")
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([LanguageTag].self, from: Data(#"["und"]"#.utf8))
        }
    }
}
