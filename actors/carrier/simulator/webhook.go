package simulator

import (
	"context"
	"crypto/hmac"
	"crypto/sha1" //nolint:gosec // the provider's signature is HMAC-SHA1
	"encoding/base64"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	mostRepeats = 5
	mostAnswer  = 64 << 10
	voiceWait   = 15 * time.Second
	eventWait   = 5 * time.Second
)

// attempts is how often a webhook is sent at most: twice, or what its URL asks for behind
// the #. The provider repeats what it can't deliver only for the reasons that the URL
// names (rp); here once is repeated for any reason, and more for all or none of them.
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

// sign is the provider's signature: HMAC-SHA1 over the URL, up to its #, and, sorted by
// name, each field's name and value, in base64.
func sign(token, address string, form url.Values) string {
	var text strings.Builder
	address, _, _ = strings.Cut(address, "#")
	text.WriteString(address)
	for _, name := range slices.Sorted(maps.Keys(form)) {
		text.WriteString(name)
		text.WriteString(form.Get(name))
	}
	mac := hmac.New(sha1.New, []byte(token))
	mac.Write([]byte(text.String()))
	return base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

func (w *world) chance(p float64) bool { return p > 0 && w.sim.random.Float64() < p }

// webhook adds the task of a POST. The edges decide here whether it will be late, out of
// order or sent twice, so that a restart keeps to what was decided.
func (w *world) webhook(key, address string, form url.Values) {
	form.Set("AccountSid", w.Account)
	edges := w.sim.config.Edges
	delay, loose := time.Duration(0), false
	if w.chance(edges.Late) {
		delay = time.Duration(w.sim.random.Int64N(int64(edges.LateBy)))
		loose = true
	}
	if w.chance(edges.Reorder) {
		delay += time.Duration(w.sim.random.Int64N(int64(300 * time.Millisecond)))
		loose = true
	}
	t := task{Kind: taskWebhook, URL: address, Form: form, Key: key, Token: sid(""), Loose: loose}
	w.later(delay, t)
	if w.chance(edges.Duplicate) {
		t.Loose = true
		w.later(delay+time.Duration(w.sim.random.Int64N(int64(200*time.Millisecond))), t)
	}
}

// send posts a webhook and settles what follows: done, once more, or dropped.
func (s *Simulator) send(t task) {
	body, err := s.post(t)
	defer s.poke()
	if err != nil && s.ctx.Err() != nil {
		return // cut off by Close: still owed
	}
	updateErr := s.updateEvenClosed(func(w *world) error {
		delete(s.inFlight, t.ID)
		i := slices.IndexFunc(w.Tasks, func(x *task) bool { return x.ID == t.ID })
		if i < 0 {
			return nil
		}
		owed := w.Tasks[i]
		if owed.Attempts++; err != nil && owed.Attempts < attempts(owed.URL) {
			owed.At = w.now.Add(s.config.Pace.Retry)
			return nil
		}
		w.forget(t.ID)
		if err != nil {
			s.config.Log.Warn("phone simulator: webhook dropped", "url", t.URL, "error", err)
		}
		if t.Part == "voice" {
			w.answered(t.Ref, body, err)
		}
		return nil
	})
	if updateErr != nil {
		s.config.Log.Warn("phone simulator: webhook not settled", "url", t.URL, "error", updateErr)
	}
}

// post sends one webhook and reads the answer; anything but 2xx is an error.
func (s *Simulator) post(t task) ([]byte, error) {
	status := 0
	defer func() {
		address, _ := url.Parse(t.URL) // a request was made of it, or the status is 0
		e := Exchange{At: time.Now().UTC(), Told: true, Method: http.MethodPost, Form: t.Form, Status: status}
		if address != nil {
			e.Path = address.RequestURI()
		}
		s.journal.write(e)
	}()
	limit := eventWait
	if t.Part == "voice" {
		limit = voiceWait
	}
	ctx, cancel := context.WithTimeout(s.ctx, limit)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, t.URL, strings.NewReader(t.Form.Encode()))
	if err != nil {
		return nil, fmt.Errorf("simulator: %w", err)
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded; charset=UTF-8")
	request.Header.Set("User-Agent", "TwilioProxy/1.1")
	request.Header.Set("X-Twilio-Signature", sign(s.state.AuthToken, t.URL, t.Form))
	if t.Attempts > 0 {
		request.Header.Set("I-Twilio-Idempotency-Token", t.Token)
	}
	response, err := s.client.Do(request)
	if err != nil {
		return nil, fmt.Errorf("simulator: %w", err)
	}
	defer func() { _ = response.Body.Close() }()
	status = response.StatusCode
	body, err := io.ReadAll(io.LimitReader(response.Body, mostAnswer))
	if err != nil {
		return nil, fmt.Errorf("simulator: %w", err)
	}
	if response.StatusCode < 200 || response.StatusCode > 299 {
		return nil, fmt.Errorf("simulator: the webhook was answered with %s", response.Status)
	}
	return body, nil
}
