package texting

import "switchboard/actors/carrier"

// Consent is the set of opted-out addresses per number of ours: the address, a space
// and our number.
type Consent map[string]bool

// follow applies the keyword of an incoming text.
func (c Consent) follow(address, ours, body string) {
	switch carrier.KeywordOf(body) {
	case carrier.KeywordStop:
		c[address+" "+ours] = true
	case carrier.KeywordStart:
		delete(c, address+" "+ours)
	default:
	}
}

// Out reports whether an address has opted out of texts from one of our numbers.
func (c Consent) Out(address, ours string) bool { return c[address+" "+ours] }
