package simulator

import (
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strings"
	"time"

	"switchboard/actors/carrier/simulator/schedule"
	"switchboard/actors/carrier/simulator/texting"
	"switchboard/storage/fault"
	"switchboard/storage/panics"
)

// The paths of the provider's webhooks under the public URL, as configured for an
// account's numbers and service.
const (
	voicePath         = "/v1/webhooks/twilio/voice"
	callStatusPath    = "/v1/webhooks/twilio/call_status"
	conversationsPath = "/v1/webhooks/twilio/conversations"
)

// Number is one of our numbers at the provider.
type Number struct {
	Number       string `json:"number"` // E.164
	FriendlyName string `json:"friendly_name"`
}

// Thread is a conversation that existed at the provider before the simulator started.
type Thread = texting.Thread

// Edges enables the provider's failure modes.
type Edges = schedule.Edges

// Pace sets durations. The zero value of a field means its default.
type Pace struct {
	Ring    time.Duration // from dialed to ringing, 80 ms
	Reach   time.Duration // how long a leg waits for a browser that may be reconnecting, 2 s
	Lost    time.Duration // how long a browser may be disconnected during a call, 15 s
	Speech  time.Duration // one spoken sentence, 2 s
	Receipt time.Duration // between the steps of a delivery receipt, 500 ms
	Retry   time.Duration // before a failed webhook is retried, 1 s
}

// Config configures a simulator.
type Config struct {
	// Folder holds the state file. It is created if missing.
	Folder string
	// PublicURL is the base of webhook URLs and their signatures.
	PublicURL string
	Numbers   []Number
	Threads   []Thread
	// AccountSID, AuthToken and ServiceSID are generated and stored in the state if
	// empty.
	AccountSID, AuthToken, ServiceSID string
	// Webhooks sends the webhooks; nil means the network.
	Webhooks http.RoundTripper
	Edges    Edges
	// Seed makes failures repeatable; 0 means a random seed.
	Seed uint64
	Pace Pace
	// RefuseOptedOut answers a text to an opted-out number with 400 and code 21610;
	// otherwise its receipt fails.
	RefuseOptedOut bool
	// Journal bounds the exchanges with the product kept in memory; 0 means none.
	Journal int
	Log     *slog.Logger
	Panics  *panics.Catcher // logs and counts recovered panics
}

var e164 = regexp.MustCompile(`^\+[1-9][0-9]{6,14}$`)

func orElse(d *time.Duration, fallback time.Duration) {
	if *d <= 0 {
		*d = fallback
	}
}

// checked sets the defaults and rejects invalid values.
func (c Config) checked() (Config, error) {
	if c.Folder == "" {
		return c, fault.Field("folder", "The simulator needs a folder for its state.")
	}
	if err := os.MkdirAll(c.Folder, 0o700); err != nil {
		return c, fault.Wrap(err, fault.Unavailable, "The simulator's folder can't be made.")
	}
	u, err := url.Parse(c.PublicURL)
	if err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") {
		return c, fault.Field("public_url", "The public URL must be an absolute http or https URL.")
	}
	c.PublicURL = strings.TrimRight(c.PublicURL, "/")
	for _, n := range c.Numbers {
		if !e164.MatchString(n.Number) {
			return c, fault.Field("numbers", "%q is not a number in E.164.", n.Number)
		}
	}
	for _, t := range c.Threads {
		if !t.Possible() || !e164.MatchString(t.Address) {
			return c, fault.Field("threads", "The conversation %q of %q can't be one of the provider's.", t.SID, t.Address)
		}
	}
	orElse(&c.Pace.Ring, 80*time.Millisecond)
	orElse(&c.Pace.Reach, 2*time.Second)
	orElse(&c.Pace.Lost, 15*time.Second)
	orElse(&c.Pace.Speech, 2*time.Second)
	orElse(&c.Pace.Receipt, 500*time.Millisecond)
	orElse(&c.Pace.Retry, time.Second)
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Panics == nil {
		c.Panics = panics.New(c.Log)
	}
	return c, nil
}
