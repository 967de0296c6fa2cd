package doctor

import (
	"cmp"
	"net/url"
	"strings"

	"switchboard/actors/carrier/twilio"
)

// addresses are the product's webhooks.
type addresses struct{ public string }

func (a addresses) of(path string) string { return a.public + path }

// destination is where a provider's setting leads.
type destination int

const (
	nowhere   destination = iota
	here                  // our webhook, by POST
	misplaced             // our server, but not in a way that reaches the webhook
	elsewhere
)

// judge compares a provider's setting with the webhook at path. What follows
// ? or # does not change the destination.
func (a addresses) judge(place twilio.Place, path string) destination {
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

// shown describes a setting without what may be secret in its address.
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
