package schema

import (
	"net/mail"
	"strings"

	"switchboard/storage/fault"
)

// Email is an e-mail address; its case makes no difference.
var Email = declare(FieldType{
	Name: "email", JSONType: "string", Format: "email", TypeScript: typeScript("string"),
	Example: `"ann@example.com"`,
	Check:   checkEmail,
	Wire:    shownAsItIs,
	Shown:   shownText,
	Column:  textColumn, Index: caseless, Sort: InOrder, Search: folded, Same: caseless, Size: textSize, Fold: true, Names: true,
	Compared: Text,
	Longest:  maxEmail, Unique: true, Indexed: true, Defaults: true,
	Out: textOut, In: emailIn,
})

const maxEmail = 254 // bytes

func checkEmail(f *Field, raw []byte) (any, error) {
	s, ok := text(raw)
	s = strings.TrimSpace(s)
	if ok && s == "" {
		return nil, nil
	}
	if !ok || !validEmail(s) {
		return nil, fault.Field(f.Name, "%s must be an e-mail address such as name@example.com", f.Title)
	}
	return s, nil
}

func validEmail(s string) bool {
	if len(s) > maxEmail || strings.ContainsAny(s, " \t\r\n<>\"(),;:\\") {
		return false
	}
	parsed, err := mail.ParseAddress(s)
	if err != nil || parsed.Address != s || parsed.Name != "" {
		return false
	}
	at := strings.LastIndexByte(s, '@')
	domain := s[at+1:]
	return at > 0 && domain != "" && domain[0] != '.' && domain[len(domain)-1] != '.'
}
