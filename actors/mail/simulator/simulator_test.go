package simulator_test

import (
	"context"
	"testing"
	"time"

	"switchboard/actors/mail"
	"switchboard/actors/mail/mailtest"
	"switchboard/actors/mail/simulator"
	"switchboard/storage/id"
)

func open(t *testing.T, folder string) *simulator.Mail {
	t.Helper()
	m, err := simulator.New(folder, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// recording remembers the organizations of letters, since letters are shown by them.
type recording struct {
	*simulator.Mail
	seen map[id.ID]bool
}

func (r *recording) Send(ctx context.Context, l mail.Letter) error {
	r.seen[l.Organization] = true
	return r.Mail.Send(ctx, l)
}

func (r *recording) inbox() []mailtest.Received {
	var out []mailtest.Received
	for organization := range r.seen {
		for _, s := range r.Letters(organization) {
			out = append(out, mailtest.Received{MessageID: string(s.ID), To: []string{s.To}, Subject: s.Subject, Text: s.Text, HTML: s.HTML})
		}
	}
	return out
}

func TestSuite(t *testing.T) {
	mailtest.Suite(t, func(t *testing.T) (mail.Mail, func() []mailtest.Received) {
		t.Helper()
		r := &recording{Mail: open(t, t.TempDir()), seen: map[id.ID]bool{}}
		return r, r.inbox
	})
}

func TestLettersOutliveTheProcess(t *testing.T) {
	folder, ours, theirs := t.TempDir(), id.New(), id.New()
	m := open(t, folder)
	for i, organization := range []id.ID{ours, theirs, ours} {
		l := mail.Letter{ID: id.New(), Organization: organization, To: "ann@example.test", Subject: string(rune('a' + i))}
		if err := m.Send(t.Context(), l); err != nil {
			t.Fatal(err)
		}
	}
	again := open(t, folder).Letters(ours)
	if len(again) != 2 || again[0].Subject != "c" || again[1].Subject != "a" || again[0].At.IsZero() {
		t.Errorf("letters %+v", again)
	}
}
