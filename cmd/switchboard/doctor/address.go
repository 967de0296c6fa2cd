package doctor

import (
	"cmp"
	"net/url"
	"strings"

	"switchboard/actors/carrier/twilio"
)

// addresses are the webhooks of the product.
type addresses struct{ public string }

func (a addresses) of(path string) string { return a.public + path }

// whose says where a place leads.
type whose int

const (
	nowhere   whose = iota
	here            // our webhook, by POST
	misplaced       // our server, but not so that the webhook is reached
	elsewhere
)

// judge compares a place at the provider with the webhook at path. What stands behind ?
// or # of it does not change where it leads.
func (a addresses) judge(place twilio.Place, path string) whose {
	if place.URL == "" {
		return nowhere
	}
	want, errWant := url.Parse(a.of(path))
	have, errHave := url.Parse(place.URL)
	if errWant != nil || errHave != nil || !strings.EqualFold(want.Hostname(), have.Hostname()) {
		return elsewhere
	}
	post := place.Method == "" || strings.EqualFold(place.Method, "POST")
	if have.Scheme == want.Scheme && port(have) == port(want) && have.Path == want.Path && post {
		return here
	}
	return misplaced
}

func port(u *url.URL) string {
	return cmp.Or(u.Port(), map[string]string{"https": "443", "http": "80"}[u.Scheme])
}

// shown tells a place in words, without what may be secret in its address.
func shown(place twilio.Place) string {
	if place.URL == "" {
		return "nothing"
	}
	u, err := url.Parse(place.URL)
	if err != nil || u.Host == "" {
		return "an address that can't be read"
	}
	method := ""
	if place.Method != "" {
		method = strings.ToUpper(place.Method) + " "
	}
	return method + u.Scheme + "://" + u.Host + u.EscapedPath()
}
