package texting

import (
	"slices"
	"strings"
)

// Consent is who has opted out of texts from which of our numbers: the address, a space
// and our number.
type Consent map[string]bool

// Words that the provider's own opt-out handling knows.
func optOutWords() []string {
	return []string{"STOP", "STOPALL", "UNSUBSCRIBE", "CANCEL", "END", "QUIT"}
}

func optInWords() []string { return []string{"START", "YES", "UNSTOP"} }

// follow obeys the words of an incoming text.
func (c Consent) follow(address, ours, body string) {
	switch word := strings.ToUpper(strings.TrimSpace(body)); {
	case slices.Contains(optOutWords(), word):
		c[address+" "+ours] = true
	case slices.Contains(optInWords(), word):
		delete(c, address+" "+ours)
	}
}

// Out says that an address has opted out of texts from one of our numbers.
func (c Consent) Out(address, ours string) bool { return c[address+" "+ours] }
