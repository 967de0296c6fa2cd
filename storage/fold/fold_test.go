package fold_test

import (
	"encoding/json"
	"os"
	"testing"
	"unicode"

	"switchboard/storage/fold"
)

// cases are texts with their keys.
func cases(t *testing.T) (out []struct{ Text, Key string }) {
	t.Helper()
	raw, err := os.ReadFile("testdata/folded.json")
	if err == nil {
		err = json.Unmarshal(raw, &out)
	}
	if err != nil || len(out) == 0 {
		t.Fatal(len(out), err)
	}
	return out
}

func TestTextsHaveTheKeysThatAllAgreeOn(t *testing.T) {
	for _, c := range cases(t) {
		key := fold.Key(c.Text)
		if key != c.Key {
			t.Errorf("%q has the key %q, not %q", c.Text, key, c.Key)
		}
		spread, from := fold.Spread([]rune(c.Text))
		if string(spread) != c.Key || len(from) != len(spread) {
			t.Errorf("%q spreads to %q from %v", c.Text, string(spread), from)
		}
	}
}

// Search texts may be folded more than once before they are used.
func TestAKeyIsItsOwnKey(t *testing.T) {
	for r := rune(1); r <= unicode.MaxRune; r++ {
		if key := fold.Key(string(r) + "é"); fold.Key(key) != key {
			t.Errorf("%U has the key %+q, whose key is %+q", r, key, fold.Key(key))
		}
	}
}

func TestShortKeysAreLookedForWhereWordsBegin(t *testing.T) {
	for text, want := range map[string]bool{"a": false, "ab": false, "éa": false, "abc": true, "ßa": true, "小": true, "小明": true, "김": true, "": false, "Ωμ": false} {
		if got := fold.IsAnywhere(fold.Key(text)); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
