package schema

import (
	"net/url"
	"strings"

	"switchboard/storage/fault"
)

// URL is a link that is safe to follow.
var URL = declare(FieldType{
	Name: "url", JSONType: "string", Format: "url", TypeScript: typeScript("string"),
	Example: `"https://example.com/a"`,
	Check:   checkURL,
	Wire:    shownAsItIs,
	Shown:   shownText,
	Column:  textColumn, Index: asItIs, Sort: InOrder, Same: foldedWords, Size: textSize,
	Compared: Text,
	Longest:  maxURL, Defaults: true,
	Out: textOut, In: urlIn,
})

const maxURL = 2_048 // bytes

func checkURL(f *Field, raw []byte) (any, error) {
	s, ok := text(raw)
	if !ok {
		return nil, fault.Field(f.Name, "%s must be a link", f.Title)
	}
	link, ok := Link(s)
	if !ok {
		return nil, fault.Field(f.Name, "%s must be a link that starts with http:// or https://", f.Title)
	}
	if link == "" {
		return nil, nil
	}
	return link, nil
}

// Link makes a link that is safe to follow of what a person typed: one without
// a scheme gets http://, any scheme but http and https is refused, as is
// a sign-in hidden in it. Empty text stays empty.
func Link(s string) (string, bool) {
	s = strings.TrimSpace(s)
	if s == "" {
		return "", true
	}
	if strings.IndexFunc(s, func(r rune) bool { return r <= ' ' || r == 0x7f || r == '\\' }) >= 0 {
		return "", false
	}
	lower := strings.ToLower(s)
	if !strings.HasPrefix(lower, "http://") && !strings.HasPrefix(lower, "https://") {
		if hasScheme(lower) || strings.HasPrefix(s, "/") {
			return "", false
		}
		s = "http://" + s
	}
	u, err := url.Parse(s)
	if err != nil || u.Hostname() == "" || u.User != nil || len(s) > maxURL {
		return "", false
	}
	return s, true
}

// hasScheme tells javascript:… and mailto:… from a host with a port.
func hasScheme(s string) bool {
	colon := strings.IndexByte(s, ':')
	if colon <= 0 {
		return colon == 0
	}
	if end := strings.IndexAny(s, "/?#"); end >= 0 && end < colon {
		return false
	}
	port, _, _ := strings.Cut(s[colon+1:], "/")
	isPort := port != "" && strings.Trim(port, "0123456789") == ""
	return !isPort || !strings.Contains(s[:colon], ".") && s[:colon] != "localhost"
}
