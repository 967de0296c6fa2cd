package simulator

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"switchboard/actors/carrier/simulator/schedule"
	"switchboard/actors/carrier/simulator/voice"
)

const (
	mostAnswer = 64 << 10
	voiceWait  = 15 * time.Second
	eventWait  = 5 * time.Second
)

// sender posts signed webhooks.
type sender struct {
	account account
	journal *journal
	client  *http.Client
	own     *http.Transport // the client's, if it is ours to close
}

// newSender returns a sender with a transport; nil means the network.
func newSender(transport http.RoundTripper, by account, journal *journal) *sender {
	s := &sender{account: by, journal: journal}
	if transport == nil {
		s.own = &http.Transport{
			Proxy: http.ProxyFromEnvironment, ForceAttemptHTTP2: true, MaxIdleConnsPerHost: schedule.MaxInFlight,
			IdleConnTimeout: 90 * time.Second, TLSHandshakeTimeout: 10 * time.Second,
		}
		transport = s.own
	}
	s.client = &http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error {
		return http.ErrUseLastResponse
	}}
	return s
}

func (s *sender) close() {
	if s.own != nil {
		s.own.CloseIdleConnections()
	}
}

// post sends one webhook and reads the answer. Any status other than 2xx is an error.
func (s *sender) post(ctx context.Context, t schedule.Task) ([]byte, error) {
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
	if t.Part == voice.Instructions {
		limit = voiceWait
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, t.URL, strings.NewReader(t.Form.Encode()))
	if err != nil {
		return nil, fmt.Errorf("simulator: %w", err)
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded; charset=UTF-8")
	request.Header.Set("User-Agent", "TwilioProxy/1.1")
	request.Header.Set("X-Twilio-Signature", s.account.sign(t.URL, t.Form))
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
