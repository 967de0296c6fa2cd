package webhooks_test

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha1"
	"encoding/base64"
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/go-chi/chi/v5"

	"switchboard/actors/carrier"
	"switchboard/actors/carrier/absent"
	"switchboard/actors/carrier/twilio"
	"switchboard/rest/webhooks"
	"switchboard/storage/fault"
	"switchboard/storage/id"
)

const (
	public  = "https://switchboard.example"
	token   = "0123456789abcdef"
	account = "AC00000000000000000000000000000000"
	callSID = "CA00000000000000000000000000000000"
	thread  = "CH00000000000000000000000000000000"
	text    = "IM00000000000000000000000000000000"
)

// sign is written out here, so that the check is not proven by itself.
func sign(secret, address string, form url.Values) string {
	mac := hmac.New(sha1.New, []byte(secret))
	mac.Write([]byte(address))
	for _, name := range slices.Sorted(maps.Keys(form)) {
		mac.Write([]byte(name + form.Get(name)))
	}
	return base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

type server struct {
	*owner
	handler http.Handler
	finder  *finder
}

// finder is the provider asked about a conversation.
type finder struct {
	asked int
	found carrier.Conversation
	err   error
}

func (f *finder) Conversation(context.Context, string, string) (carrier.Conversation, error) {
	f.asked++
	return f.found, f.err
}

func serve(t *testing.T) *server {
	t.Helper()
	client, err := twilio.New(twilio.Config{AccountSID: account, AuthToken: token, PublicURL: public})
	if err != nil {
		t.Fatal(err)
	}
	s := &server{owner: newOwner(), finder: &finder{}}
	r := chi.NewRouter()
	r.Mount("/v1/webhooks", webhooks.Routes(deps(s.owner, client.Webhooks(), s.finder)))
	s.handler = r
	return s
}

func (s *server) post(path, body string, header http.Header) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded; charset=UTF-8")
	maps.Copy(r.Header, header)
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, r)
	return w
}

// signed posts a form with a good signature.
func (s *server) signed(path string, form url.Values) *httptest.ResponseRecorder {
	return s.post(path, form.Encode(), http.Header{"X-Twilio-Signature": {sign(token, public+path, form)}})
}

const voice = "/v1/webhooks/twilio/voice"

func arriving() url.Values {
	return url.Values{"CallSid": {callSID}, "AccountSid": {account}, "From": {customer}, "To": {ours}, "CallStatus": {"ringing"}}
}

func problemOf(t *testing.T, w *httptest.ResponseRecorder) (code string, detail string) {
	t.Helper()
	var p struct {
		Code, Detail string
		Status       int
	}
	if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil || p.Status != w.Code || w.Header().Get("Content-Type") != "application/problem+json" {
		t.Fatalf("no problem: %d %s %v", w.Code, w.Body, err)
	}
	return p.Code, p.Detail
}

func TestACallIsTakenOnceAndItsRepeatGetsTheSameAnswer(t *testing.T) {
	s := serve(t)
	first := s.signed(voice, arriving())
	if first.Code != http.StatusOK || !strings.Contains(first.Body.String(), string(id.Derived(callSID))) || first.Header().Get("Content-Type") != "text/xml; charset=utf-8" {
		t.Fatalf("%d %s", first.Code, first.Body)
	}
	s.organization = id.New() // would give another answer, were it made again
	second := s.signed(voice, arriving())
	if second.Code != http.StatusOK || !bytes.Equal(first.Body.Bytes(), second.Body.Bytes()) || s.events() != 1 {
		t.Fatalf("the repeat: %d %s, %d events", second.Code, second.Body, s.events())
	}
}

// TestALostRaceGetsTheWinnersAnswer: both deliveries found nothing stored, one
// commit won.
func TestALostRaceGetsTheWinnersAnswer(t *testing.T) {
	s := serve(t)
	first := s.signed(voice, arriving())
	s.hidden = true
	second := s.signed(voice, arriving())
	if second.Code != http.StatusOK || !bytes.Equal(first.Body.Bytes(), second.Body.Bytes()) || s.events() != 1 {
		t.Fatalf("%d %s, %d events", second.Code, second.Body, s.events())
	}
}

func TestOneFlippedByteIsRefused(t *testing.T) {
	s := serve(t)
	form := arriving()
	good := sign(token, public+voice, form)
	for i := range good {
		b := []byte(good)
		b[i] ^= 1
		w := s.post(voice, form.Encode(), http.Header{"X-Twilio-Signature": {string(b)}})
		if code, _ := problemOf(t, w); w.Code != http.StatusForbidden || code != "forbidden" {
			t.Fatalf("byte %d: %d %s", i, w.Code, w.Body)
		}
	}
	if s.events() != 0 {
		t.Fatal("a forged webhook was taken")
	}
	if w := s.post(voice, form.Encode(), http.Header{"X-Twilio-Signature": {good}}); w.Code != http.StatusOK {
		t.Fatalf("the true one: %d %s", w.Code, w.Body)
	}
}

func TestWhatIsRefusedBeforeItIsRead(t *testing.T) {
	form := arriving()
	signature := http.Header{"X-Twilio-Signature": {sign(token, public+voice, form)}}
	for name, c := range map[string]struct {
		path, body string
		header     http.Header
		status     int
	}{
		"unsigned":                {voice, form.Encode(), nil, 403},
		"signed by another":       {voice, form.Encode(), http.Header{"X-Twilio-Signature": {sign("other", public+voice, form)}}, 403},
		"signed for another path": {"/v1/webhooks/twilio/call_status", form.Encode(), signature, 403},
		"with a query added":      {voice + "?organization=" + string(id.New()), form.Encode(), signature, 403},
		"with a field added":      {voice, form.Encode() + "&Extra=1", signature, 403},
		"with a field twice":      {voice, form.Encode() + "&From=%2B15550000000", signature, 403},
		"for the host it names": {voice, form.Encode(), http.Header{
			"X-Twilio-Signature": {sign(token, "https://evil.example"+voice, form)}, "X-Forwarded-Host": {"evil.example"}, "X-Forwarded-Proto": {"https"},
		}, 403},
		"oversized":        {voice, "CallSid=" + strings.Repeat("x", 513<<10), signature, 413},
		"no form":          {voice, `{}`, http.Header{"Content-Type": {"application/json"}}, 415},
		"a broken form":    {voice, "a=%zz", signature, 400},
		"an unknown route": {"/v1/webhooks/twilio/fax", form.Encode(), signature, 404},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t)
			if w := s.post(c.path, c.body, c.header); w.Code != c.status || s.events() != 0 {
				t.Fatalf("%d %s, %d events", w.Code, w.Body, s.events())
			}
		})
	}
	if w := func() *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		serve(t).handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, voice, nil))
		return w
	}(); w.Code != http.StatusMethodNotAllowed {
		t.Fatalf("GET: %d", w.Code)
	}
}

func TestNoAccountMeansNoWebhooks(t *testing.T) {
	r := chi.NewRouter()
	r.Mount("/v1/webhooks", webhooks.Routes(deps(newOwner(), absent.Carrier{}, &finder{})))
	s := &server{owner: newOwner(), handler: r}
	form := arriving()
	w := s.post(voice, form.Encode(), http.Header{"X-Twilio-Signature": {sign("", public+voice, form)}})
	if w.Code != http.StatusServiceUnavailable {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
}

// The provider does not repeat what it was refused, so nothing of its own is refused.
func TestTheProviderIsNeverRefused(t *testing.T) {
	s := serve(t)
	for path, form := range map[string]url.Values{
		voice:                                {"To": {ours}},
		"/v1/webhooks/twilio/call_status":    {"CallSid": {callSID}, "CallStatus": {"dancing"}, "To": {ours}},
		"/v1/webhooks/twilio/conference":     {"ConferenceSid": {"CF1"}},
		"/v1/webhooks/twilio/conversations":  {"EventType": {"onMessageAdded"}},
		"/v1/webhooks/twilio/call_status?x=": {},
		"/v1/webhooks/twilio/conversations?": {"EventType": {"onUserAdded"}, "UserSid": {"US1"}},
	} {
		if w := s.signed(path, form); w.Code != http.StatusNoContent {
			t.Errorf("%s: %d %s", path, w.Code, w.Body)
		}
	}
	if s.events() != 0 {
		t.Error("something was taken")
	}
	for code, want := range map[fault.Code]int{
		fault.NotFound: 204, fault.Invalid: 500, fault.Malformed: 500, fault.Forbidden: 500, fault.Unauthenticated: 500, fault.TooLarge: 500, fault.Unsupported: 500,
	} {
		s.fail = fault.New(code, "refused")
		if w := s.signed(voice, arriving()); w.Code != want {
			t.Errorf("%s: %d, want %d", code, w.Code, want)
		}
	}
}

func TestANumberThatNobodyHasIsRejected(t *testing.T) {
	s := serve(t)
	form := arriving()
	form.Set("To", "+15559999999")
	if w := s.signed(voice, form); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "<Reject") {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	status := url.Values{"CallSid": {callSID}, "CallStatus": {"busy"}, "To": {"+15559999999"}}
	if w := s.signed("/v1/webhooks/twilio/call_status", status); w.Code != http.StatusNoContent || s.events() != 0 {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
}

// A voice client of the account that is no user of ours is rejected, instead of ringing as a
// caller who withholds the number; the end of its call belongs to the number that it called.
func TestAClientThatIsNoUserIsRejected(t *testing.T) {
	s := serve(t)
	form := arriving()
	form.Set("From", "client:kiosk")
	if w := s.signed(voice, form); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "<Reject") || s.events() != 0 {
		t.Fatalf("%d %s, %d events", w.Code, w.Body, s.events())
	}
	form.Set("CallStatus", "completed")
	if w := s.signed("/v1/webhooks/twilio/call_status", form); w.Code != http.StatusNoContent || len(s.legs) != 1 {
		t.Fatalf("%d %s, legs %v", w.Code, w.Body, s.legs)
	}
	if e := s.legs[0]; e.Label != "customer" || e.Call != id.Derived(callSID) || e.Number != ours {
		t.Errorf("its end is %+v", e)
	}
}

func TestWhatMaySucceedLaterIsTriedAgain(t *testing.T) {
	for _, c := range []struct {
		err    error
		status int
	}{
		{fault.New(fault.Unavailable, "the database is away"), 503},
		{fault.New(fault.Limited, "too many"), 503},
		{fault.New(fault.VersionConflict, "somebody was faster"), 503},
		{context.DeadlineExceeded, 503},
		{fault.New(fault.Internal, "secret words"), 500},
	} {
		s := serve(t)
		s.fail = c.err
		w := s.signed(voice, arriving())
		if w.Code != c.status {
			t.Errorf("%v: %d", c.err, w.Code)
		}
		s.fail = nil
		if w := s.signed(voice, arriving()); w.Code != http.StatusOK || s.events() != 1 {
			t.Errorf("the repeat after %v: %d %s", c.err, w.Code, w.Body)
		}
	}
}

func message() url.Values {
	return url.Values{
		"EventType": {"onMessageAdded"}, "ConversationSid": {thread}, "MessageSid": {text}, "Index": {"0"},
		"Body": {"hello"}, "Author": {customer}, "Source": {"SMS"},
	}
}

// TestAMessageMayComeBeforeItsConversation: the provider keeps no order, so it is
// asked whose the conversation is.
func TestAMessageMayComeBeforeItsConversation(t *testing.T) {
	const path = "/v1/webhooks/twilio/conversations"
	s := serve(t)
	s.finder.found = carrier.Conversation{SID: thread, Address: customer, ProxyAddress: ours, State: "active"}
	if w := s.signed(path, message()); w.Code != http.StatusNoContent || s.events() != 1 {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	if e := s.messages[0]; e.Address != customer || e.ProxyAddress != ours || e.State != "active" {
		t.Fatalf("the event is not complete: %+v", e)
	}
	second := message()
	second.Set("MessageSid", "IM00000000000000000000000000000001")
	if w := s.signed(path, second); w.Code != http.StatusNoContent || s.events() != 2 || s.finder.asked != 1 {
		t.Fatalf("%d, %d events, asked %d times", w.Code, s.events(), s.finder.asked)
	}

	away := serve(t)
	away.finder.err = fault.New(fault.Unavailable, "away")
	if w := away.signed(path, message()); w.Code != http.StatusServiceUnavailable {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	foreign := serve(t)
	foreign.finder.found = carrier.Conversation{SID: thread, Address: customer, ProxyAddress: "+15559999999"}
	if w := foreign.signed(path, message()); w.Code != http.StatusNoContent || foreign.events() != 0 {
		t.Fatalf("%d %s, %d events", w.Code, w.Body, foreign.events())
	}
}
