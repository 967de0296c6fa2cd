package carriertest

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
)

const (
	account = "AC00000000000000000000000000000000"
	call    = "CA00000000000000000000000000000000"
	room    = "CF00000000000000000000000000000000"
	base    = "https://api.twilio.com/2010-04-01/Accounts/" + account
)

// canned answers everything with one body.
type canned struct {
	status int
	body   string
}

func (c canned) RoundTrip(*http.Request) (*http.Response, error) {
	return &http.Response{
		StatusCode: c.status, Header: http.Header{"Content-Type": {"application/json"}},
		Body: io.NopCloser(strings.NewReader(c.body)),
	}, nil
}

// TestCheckDetectsViolations checks that the check can fail: without it the suite would
// prove nothing about the contract.
func TestCheckDetectsViolations(t *testing.T) {
	for name, c := range map[string]struct {
		method, address, form string
		answer                canned
		complaint             string // "" where all is well
	}{
		"a good request":             {"POST", base + "/Calls/" + call + ".json", "Status=completed", canned{200, `{"sid":"` + call + `","status":"completed"}`}, ""},
		"a refusal is not described": {"GET", base + "/Calls/" + call + ".json", "", canned{404, `{"code":20404}`}, ""},
		"an unknown field":           {"POST", base + "/Calls/" + call + ".json", "Stauts=completed", canned{200, `{}`}, `no form field "Stauts"`},
		"an unknown query":           {"GET", base + "/Conferences.json?Name=x", "", canned{200, `{}`}, `no query parameter "Name"`},
		"a word that is none":        {"POST", base + "/Calls/" + call + ".json", "Status=over", canned{200, `{}`}, "value is not one of the allowed values"},
		"a bad id":                   {"GET", base + "/Calls/CAxyz.json", "", canned{200, `{}`}, "regular expression"},
		"a missing field":            {"POST", base + "/Conferences/" + room + "/Participants.json", "To=client%3Aa", canned{201, `{}`}, "From"},
		"an unknown path":            {"GET", base + "/Confs.json", "", canned{200, `{}`}, "no matching operation"},
		"an unknown host":            {"GET", "https://api.example.com/", "", canned{200, `{}`}, "no host"},
		"a bad answer":               {"GET", base + "/Calls/" + call + ".json", "", canned{200, `{"sid":"nonsense"}`}, "answer to"},
		"a bad word in it":           {"GET", base + "/Calls/" + call + ".json", "", canned{200, `{"status":"over"}`}, "answer to"},
		"another status":             {"GET", base + "/Calls/" + call + ".json", "", canned{201, `{}`}, "status is not supported"},
	} {
		t.Run(name, func(t *testing.T) {
			var said []string
			checking := newChecking(t, c.answer, func(format string, args ...any) { said = append(said, fmt.Sprintf(format, args...)) })
			r, err := http.NewRequestWithContext(context.Background(), c.method, c.address, strings.NewReader(c.form))
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			response, err := checking.RoundTrip(r)
			if err != nil {
				t.Fatal(err)
			}
			_ = response.Body.Close()
			all := strings.Join(said, "\n")
			if c.complaint == "" && all != "" || !strings.Contains(all, c.complaint) {
				t.Fatalf("complaints: %q, want %q", all, c.complaint)
			}
		})
	}
}
