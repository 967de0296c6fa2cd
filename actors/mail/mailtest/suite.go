package mailtest

import (
	"strings"
	"testing"

	"switchboard/actors/mail"
	"switchboard/storage/fault"
	"switchboard/storage/id"
)

// Received is a letter as it arrived.
type Received struct {
	MessageID string
	To        []string
	Subject   string
	Text      string
	HTML      string
	Headers   map[string][]string // nil if the way has none
}

// Suite tests an implementation; start gives it and what its letters become, the
// oldest first.
func Suite(t *testing.T, start func(t *testing.T) (mail.Mail, func() []Received)) {
	t.Helper()
	letter := func() mail.Letter {
		return mail.Letter{
			ID: id.New(), Organization: id.New(), To: "ann@example.test", Subject: "Grüße von Harbor & Pine",
			Text: "Come in:\nhttps://desk.example.com/invitation#abc", HTML: "<p>Come <b>in</b> – ünd more</p>",
		}
	}
	t.Run("a letter arrives whole", func(t *testing.T) {
		m, inbox := start(t)
		l := letter()
		if err := m.Send(t.Context(), l); err != nil {
			t.Fatal(err)
		}
		got := only(t, inbox())
		if len(got.To) != 1 || got.To[0] != l.To || got.Subject != l.Subject || got.Text != l.Text || got.HTML != l.HTML {
			t.Errorf("got %+v", got)
		}
		if !strings.Contains(got.MessageID, string(l.ID)) {
			t.Errorf("its Message-ID is %q", got.MessageID)
		}
	})
	t.Run("a repeat can be told", func(t *testing.T) {
		m, inbox := start(t)
		l := letter()
		for range 2 {
			if err := m.Send(t.Context(), l); err != nil {
				t.Fatal(err)
			}
		}
		ids := map[string]bool{}
		for _, r := range inbox() {
			ids[r.MessageID] = true
		}
		if len(ids) != 1 {
			t.Errorf("one letter has the ids %v", ids)
		}
	})
	t.Run("no name adds a header or a recipient", func(t *testing.T) {
		m, inbox := start(t)
		l := letter()
		l.Subject = "Hi\r\nBcc: eve@example.test\r\n\r\nDear all" + strings.Repeat(" long", 200)
		if err := m.Send(t.Context(), l); err != nil {
			t.Fatal(err)
		}
		got := only(t, inbox())
		if len(got.To) != 1 || len(got.Headers["Bcc"]) != 0 || !strings.HasPrefix(got.Subject, "Hi Bcc: eve@example.test Dear all") || got.Text != l.Text {
			t.Errorf("got %+v", got)
		}
	})
	t.Run("an address that is none is refused for good", func(t *testing.T) {
		m, inbox := start(t)
		for _, to := range []string{"", "ann", "ann@example.test, eve@example.test", "ann@example.test\r\nRCPT TO:<eve@example.test>", "Ann <ann@example.test>"} {
			l := letter()
			l.To = to
			if err := m.Send(t.Context(), l); !fault.Is(err, fault.Invalid) {
				t.Errorf("%q: %v", to, err)
			}
		}
		if got := inbox(); len(got) != 0 {
			t.Errorf("got %+v", got)
		}
	})
}

func only(t *testing.T, inbox []Received) Received {
	t.Helper()
	if len(inbox) != 1 {
		t.Fatalf("%d letters", len(inbox))
	}
	return inbox[0]
}
