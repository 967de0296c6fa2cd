package carrier

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Keyword is the kind of a text that consists of a single keyword.
type Keyword string

// The kinds of keywords.
const (
	KeywordNone  Keyword = ""
	KeywordStop  Keyword = "stop"
	KeywordStart Keyword = "start"
	KeywordHelp  Keyword = "help"
)

// keywords maps every keyword to its kind, in upper case without accents, spaces and
// hyphens. The English ones are the provider's defaults and the words in US
// regulations (47 CFR 64.1200(a)(10)). Opting in takes one of the provider's own
// words: after any other word it would still reject texts.
var keywords = map[string]Keyword{
	"STOP": KeywordStop, "STOPALL": KeywordStop, "UNSUBSCRIBE": KeywordStop, "CANCEL": KeywordStop,
	"END": KeywordStop, "QUIT": KeywordStop, "REVOKE": KeywordStop, "OPTOUT": KeywordStop,

	"ALTO": KeywordStop, "BAJA": KeywordStop, "CANCELAR": KeywordStop, "DETENER": KeywordStop,
	"FIN": KeywordStop, "PARAR": KeywordStop, "PARE": KeywordStop, "REVOCAR": KeywordStop,
	"SALIR": KeywordStop, "TERMINAR": KeywordStop, "DARDEBAJA": KeywordStop, "DARSEDEBAJA": KeywordStop,
	"DESUSCRIBIR": KeywordStop, "DESUSCRIBIRSE": KeywordStop,

	"ARRET": KeywordStop, "ARRETE": KeywordStop, "ARRETT": KeywordStop,

	"START": KeywordStart, "YES": KeywordStart, "UNSTOP": KeywordStart,

	"HELP": KeywordHelp, "INFO": KeywordHelp, "AYUDA": KeywordHelp,
}

// longestKeyword bounds, in bytes, the texts that are examined, with room for
// invisible characters.
const longestKeyword = 400

// KeywordOf returns the kind of keyword that the text consists of, or KeywordNone. Case,
// accents, width, spaces, hyphens and invisible characters do not matter. Punctuation
// around a keyword does not matter for KeywordStop; a text with any other word is no
// keyword.
func KeywordOf(text string) Keyword {
	if len(text) > longestKeyword {
		return KeywordNone
	}
	plain, punctuated := letters(text)
	kind := keywords[plain]
	if punctuated && kind != KeywordStop {
		return KeywordNone
	}
	return kind
}

// letters returns the text in upper case, reduced to what is visible of its letters and
// digits, and whether punctuation surrounds it. Punctuation within the text is kept.
func letters(text string) (plain string, punctuated bool) {
	plain = strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Mn, r), unicode.Is(unicode.Cf, r), unicode.Is(unicode.Cc, r), unicode.IsSpace(r),
			unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r), unicode.Is(unicode.Dash, r), r == '\u2800', r == '\ufffd':
			return -1
		default:
			return unicode.ToUpper(r)
		}
	}, norm.NFKD.String(text))
	bare := strings.TrimFunc(plain, unicode.IsPunct)
	return bare, bare != plain
}
