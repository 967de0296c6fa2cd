package schema_test

import (
	"testing"

	"switchboard/storage/schema"
)

func TestLanguages(t *testing.T) {
	for tag, want := range map[string]bool{
		"en": true, "pt-BR": true, "zh-Hant": true, "es-419": true, "de_DE": true,
		"": false, "und": false, "English": false, "xq": false, "en us": false, "e": false,
	} {
		if got := schema.IsLanguage(tag); got != want {
			t.Errorf("IsLanguage(%q) = %v", tag, got)
		}
	}
}
