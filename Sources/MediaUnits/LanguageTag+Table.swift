extension LanguageTag {
    /// Every ISO 639-1 code with its other codes and its English name.
    static let table = Table()

    struct Table: Sendable {
        /// The two-letter code of a language, by any of its codes.
        let shortest: [String: String]
        /// The English name of a language, by its two-letter code.
        let names: [String: String]
    }

    /// One language per line: the tag, equivalent codes, and the name.
    ///
    /// The other codes are ISO 639-2/T, then ISO 639-2/B where it differs, then withdrawn ones:
    /// those with a preferred value in the IANA Language Subtag Registry (`iw` is `he`, `mo` is
    /// `ro`) and those that ISO 639-2 replaced (`scc` by `srp`, `scr` by `hrv`, `mol` by `ron`).
    fileprivate static let source = """
        aa aar Afar
        ab abk Abkhazian
        ae ave Avestan
        af afr Afrikaans
        ak aka Akan
        am amh Amharic
        an arg Aragonese
        ar ara Arabic
        as asm Assamese
        av ava Avaric
        ay aym Aymara
        az aze Azerbaijani
        ba bak Bashkir
        be bel Belarusian
        bg bul Bulgarian
        bh bih Bihari
        bi bis Bislama
        bm bam Bambara
        bn ben Bengali
        bo bod,tib Tibetan
        br bre Breton
        bs bos Bosnian
        ca cat Catalan
        ce che Chechen
        ch cha Chamorro
        co cos Corsican
        cr cre Cree
        cs ces,cze Czech
        cu chu Church Slavic
        cv chv Chuvash
        cy cym,wel Welsh
        da dan Danish
        de deu,ger German
        dv div Divehi
        dz dzo Dzongkha
        ee ewe Ewe
        el ell,gre Greek
        en eng English
        eo epo Esperanto
        es spa Spanish
        et est Estonian
        eu eus,baq Basque
        fa fas,per Persian
        ff ful Fula
        fi fin Finnish
        fj fij Fijian
        fo fao Faroese
        fr fra,fre French
        fy fry Western Frisian
        ga gle Irish
        gd gla Scottish Gaelic
        gl glg Galician
        gn grn Guarani
        gu guj Gujarati
        gv glv Manx
        ha hau Hausa
        he heb,iw Hebrew
        hi hin Hindi
        ho hmo Hiri Motu
        hr hrv,scr Croatian
        ht hat Haitian Creole
        hu hun Hungarian
        hy hye,arm Armenian
        hz her Herero
        ia ina Interlingua
        id ind,in Indonesian
        ie ile Interlingue
        ig ibo Igbo
        ii iii Sichuan Yi
        ik ipk Inupiaq
        io ido Ido
        is isl,ice Icelandic
        it ita Italian
        iu iku Inuktitut
        ja jpn Japanese
        jv jav,jw Javanese
        ka kat,geo Georgian
        kg kon Kongo
        ki kik Kikuyu
        kj kua Kuanyama
        kk kaz Kazakh
        kl kal Kalaallisut
        km khm Khmer
        kn kan Kannada
        ko kor Korean
        kr kau Kanuri
        ks kas Kashmiri
        ku kur Kurdish
        kv kom Komi
        kw cor Cornish
        ky kir Kyrgyz
        la lat Latin
        lb ltz Luxembourgish
        lg lug Ganda
        li lim Limburgish
        ln lin Lingala
        lo lao Lao
        lt lit Lithuanian
        lu lub Luba-Katanga
        lv lav Latvian
        mg mlg Malagasy
        mh mah Marshallese
        mi mri,mao Māori
        mk mkd,mac Macedonian
        ml mal Malayalam
        mn mon Mongolian
        mr mar Marathi
        ms msa,may Malay
        mt mlt Maltese
        my mya,bur Burmese
        na nau Nauru
        nb nob Norwegian Bokmål
        nd nde North Ndebele
        ne nep Nepali
        ng ndo Ndonga
        nl nld,dut Dutch
        nn nno Norwegian Nynorsk
        no nor Norwegian
        nr nbl South Ndebele
        nv nav Navajo
        ny nya Nyanja
        oc oci Occitan
        oj oji Ojibwa
        om orm Oromo
        or ori Odia
        os oss Ossetic
        pa pan Punjabi
        pi pli Pali
        pl pol Polish
        ps pus Pashto
        pt por Portuguese
        qu que Quechua
        rm roh Romansh
        rn run Rundi
        ro ron,rum,mo,mol Romanian
        ru rus Russian
        rw kin Kinyarwanda
        sa san Sanskrit
        sc srd Sardinian
        sd snd Sindhi
        se sme Northern Sami
        sg sag Sango
        sh hbs Serbo-Croatian
        si sin Sinhala
        sk slk,slo Slovak
        sl slv Slovenian
        sm smo Samoan
        sn sna Shona
        so som Somali
        sq sqi,alb Albanian
        sr srp,scc Serbian
        ss ssw Swati
        st sot Southern Sotho
        su sun Sundanese
        sv swe Swedish
        sw swa Swahili
        ta tam Tamil
        te tel Telugu
        tg tgk Tajik
        th tha Thai
        ti tir Tigrinya
        tk tuk Turkmen
        tl tgl Tagalog
        tn tsn Tswana
        to ton Tongan
        tr tur Turkish
        ts tso Tsonga
        tt tat Tatar
        tw twi Twi
        ty tah Tahitian
        ug uig Uyghur
        uk ukr Ukrainian
        ur urd Urdu
        uz uzb Uzbek
        ve ven Venda
        vi vie Vietnamese
        vo vol Volapük
        wa wln Walloon
        wo wol Wolof
        xh xho Xhosa
        yi yid,ji Yiddish
        yo yor Yoruba
        za zha Zhuang
        zh zho,chi Chinese
        zu zul Zulu
        """
}

extension LanguageTag.Table {
    fileprivate init() {
        var shortest: [String: String] = [:]
        var names: [String: String] = [:]
        for line in LanguageTag.source.split(separator: "\n") {
            let columns = line.split(separator: " ", maxSplits: 2).map(String.init)
            let code = columns[0]
            names[code] = columns[2]
            shortest[code] = code
            for other in columns[1].split(separator: ",") { shortest[String(other)] = code }
        }
        self.shortest = shortest
        self.names = names
    }
}
