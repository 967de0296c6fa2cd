package schedule

import (
	"math/rand/v2"
	"net/url"
	"strconv"
	"strings"
	"time"

	"switchboard/actors/carrier/simulator/sid"
)

// Edges enables the provider's failure modes. Each is a probability from 0 to 1.
type Edges struct {
	Duplicate float64 // a webhook is sent twice
	Late      float64 // a webhook is delayed by up to LateBy
	Reorder   float64 // a webhook may overtake or be overtaken
	Limited   float64 // a REST request is rejected with 429
	// LateBy is the maximum delay of a late webhook; 0 means 5 s.
	LateBy time.Duration
}

// Webhooks adds webhooks to a schedule.
type Webhooks struct {
	schedule *Schedule
	account  string
	edges    Edges
	random   *rand.Rand
}

// NewWebhooks returns the webhooks of an account. seed makes its failures repeatable;
// 0 means a random seed.
func NewWebhooks(s *Schedule, account string, edges Edges, seed uint64) *Webhooks {
	if seed == 0 {
		seed = rand.Uint64() //nolint:gosec // which webhook comes late is no secret
	}
	if edges.LateBy <= 0 {
		edges.LateBy = 5 * time.Second
	}
	random := rand.New(rand.NewPCG(seed, seed)) //nolint:gosec // repeatable chance, not a secret
	return &Webhooks{schedule: s, account: account, edges: edges, random: random}
}

func (w *Webhooks) chance(p float64) bool { return p > 0 && w.random.Float64() < p }

func (w *Webhooks) upTo(most time.Duration) time.Duration {
	return time.Duration(w.random.Int64N(int64(most)))
}

// Limited reports whether to reject a REST request.
func (w *Webhooks) Limited() bool { return w.chance(w.edges.Limited) }

// Add schedules a POST of a form. Those of one key, the sid of their subject, are
// sent in order. Delay, order and repetition are decided here, so that a restart
// keeps them.
func (w *Webhooks) Add(key, address string, form url.Values) {
	w.add(Task{Key: key, URL: address, Form: form})
}

// Ask is Add for a webhook with an answer. about and part are returned with it.
func (w *Webhooks) Ask(about, part, address string, form url.Values) {
	w.add(Task{Key: about, Ref: about, Part: part, URL: address, Form: form})
}

func (w *Webhooks) add(t Task) {
	t.Kind, t.Token = Webhook, sid.New("")
	t.Form.Set("AccountSid", w.account)
	delay := time.Duration(0)
	if w.chance(w.edges.Late) {
		delay = w.upTo(w.edges.LateBy)
		t.Loose = true
	}
	if w.chance(w.edges.Reorder) {
		delay += w.upTo(300 * time.Millisecond)
		t.Loose = true
	}
	w.schedule.After(delay, t)
	if w.chance(w.edges.Duplicate) {
		t.Loose = true
		w.schedule.After(delay+w.upTo(200*time.Millisecond), t)
	}
}

const mostRepeats = 5

// attempts returns the maximum number of attempts of a webhook: two, or what its URL
// asks for after the #. The provider retries only for the reasons that the URL names
// (rp). Here the second attempt follows any failure, and further ones any failure or
// none.
func attempts(address string) int {
	_, overrides, _ := strings.Cut(address, "#")
	asked, err := url.ParseQuery(overrides)
	if err != nil {
		return 2
	}
	repeats, err := strconv.Atoi(asked.Get("rc"))
	if err != nil || asked.Get("rp") != "all" {
		return 2
	}
	return 1 + max(0, min(repeats, mostRepeats))
}
