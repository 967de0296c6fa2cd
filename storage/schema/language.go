package schema

import (
	"golang.org/x/text/language"

	"switchboard/storage/fault"
)

// maxLanguageTag bounds the tag of a language, in bytes.
const maxLanguageTag = 35

// IsLanguage reports whether tag is the BCP 47 tag of a known language, such as en or pt-BR.
func IsLanguage(tag string) bool {
	parsed, err := language.Parse(tag)
	return err == nil && len(tag) <= maxLanguageTag && parsed != language.Und
}

func checkLanguage(f *Field, tag string) error {
	if !IsLanguage(tag) {
		return fault.Field(f.Name, "%s must be the tag of a language, such as en or pt-BR", f.Title)
	}
	return nil
}
