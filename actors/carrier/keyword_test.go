package carrier

import (
	"strings"
	"testing"
)

func TestKeywordOf(t *testing.T) {
	for kind, texts := range map[Keyword][]string{
		KeywordStop: {
			"STOP", " stop ", "StopAll", "stop all", "Unsubscribe", "cancel", "END", "quit", "REVOKE", "revoke",
			"OPTOUT", "opt out", "Opt-Out", "opt\u2011out", "opt  out\n", // U+2011 is a hyphen
			"ALTO", "Baja", "cancelar", "Detener", "PARAR", "salir", "terminar", "darse de baja", "ARRÊT", "arre\u0302t",
			"\u200bSTOP\u200b", "\ufeffstop", "\u202aSTOP\u202c", "STOP\u00a0", "\u2060stop\u200d", "S\u200bTOP", "stop\x00", "stop\ufffd", "STOP\ufe0f",
			"\u3164stop\u115f", "\u2800stop", "\u034fstop", "ＳＴＯＰ", "STOP.", "“Stop!”",
		},
		KeywordStart: {"START", "yes", "Unstop", "\u200bStart\u200b"},
		KeywordHelp:  {"HELP", "info", "ayuda"},
		KeywordNone: {
			"", " ", "\u200b", "please stop calling", "stop please", "don't stop", "yes!", "sí", "start?", "stop, yes",
			"I quit", "endless", strings.Repeat("\u200b", longestKeyword) + "STOP", "🛑",
		},
	} {
		for _, text := range texts {
			if got := KeywordOf(text); got != kind {
				t.Errorf("%q is %q, want %q", text, got, kind)
			}
		}
	}
}
