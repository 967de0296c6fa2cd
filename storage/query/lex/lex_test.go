package lex_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"switchboard/storage/query/lex"
)

func TestTokens(t *testing.T) {
	for text, want := range map[string]string{
		"SELECT a.b, 'it''s' FROM c": `1SELECT 1a 5. 1b 5, 3it's#0 1FROM 1c 0`,
		`"from" "Order"`:             `2from 2Order 0`,
		"1 2.5 .5 1e3 1.e2 7-1":      `4 1#0 4 2.5#1 40.5#2 41e3#3 41.e2#4 47#5 5- 41#6 0`,
		"a<=b<>c||d!=e":              `1a 5<= 1b 5<> 1c 5|| 1d 5!= 1e 0`,
		"a.1":                        `1a 5. 41#0 0`,
		"\t\r\n":                     `0`,
		"'ü∞'":                       `3ü∞#0 0`,
		`'a\'`:                       `3a\#0 0`,
		"IN('a')":                    `1IN 5( 3a#0 5) 0`,
		"LIKE'a'":                    `1LIKE 3a#0 0`,
	} {
		tokens, err := lex.Tokens(text, nil)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		var got []string
		last := 0
		for _, token := range tokens {
			one := fmt.Sprint(token.Kind, token.Text)
			if token.Kind == lex.End {
				one = "0"
			}
			if token.Slot >= 0 {
				one += fmt.Sprint("#", token.Slot)
			}
			if token.At < last || token.To < token.At || token.To > len(text) {
				t.Errorf("%s: %+v stands before %d", text, token, last)
			}
			last = token.To
			got = append(got, one)
		}
		if all := strings.Join(got, " "); strings.ReplaceAll(all, " ", "") != strings.ReplaceAll(want, " ", "") {
			t.Errorf("%s: %s, not %s", text, all, want)
		}
	}
}

func TestPlaces(t *testing.T) {
	text := "SELECT ü\n  FROM äöü ß"
	for word, want := range map[string]string{"SELECT": "1:1", "ü": "1:8", "FROM": "2:3", "äöü": "2:8", "ß": "2:12"} {
		line, column := lex.Place(text, strings.Index(text, word))
		if got := fmt.Sprintf("%d:%d", line, column); got != want {
			t.Errorf("%s is at %s, not %s", word, got, want)
		}
	}
}

func TestLongTexts(t *testing.T) {
	for _, text := range []string{strings.Repeat("a ", lex.MaxTokens+1), strings.Repeat(" ", lex.MaxText+1), strings.Repeat("a", 64), "\"" + strings.Repeat("a", 64) + "\"", strings.Repeat("1", 41)} {
		_, err := lex.Tokens(text, nil)
		if e, is := errors.AsType[*lex.Error](err); !is || len(e.Word) > 60 {
			t.Errorf("%.20s…: %v", text, err)
		}
	}
}

func FuzzTokens(f *testing.F) {
	for _, seed := range []string{"SELECT 'a''b' FROM \"c\" WHERE d >= 1.5e-3 -- x", "\x00", "'", "\"", "é", "1e", "..", "a.1.b"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		tokens, err := lex.Tokens(text, nil)
		if err != nil {
			if e, is := errors.AsType[*lex.Error](err); !is || e.At < 0 || e.At > len(text) || e.Message == "" {
				t.Errorf("%q: %v", text, err)
			}
			return
		}
		at := 0
		for _, token := range tokens {
			if strings.TrimLeft(text[at:token.At], " \t\r\n") != "" {
				t.Errorf("%q: something is passed over before %+v", text, token)
			}
			at = token.To
		}
		if at != len(text) {
			t.Errorf("%q ends at %d", text, at)
		}
	})
}
