package notifications

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"html/template"
	"strings"
	"time"

	"switchboard/actors/effects"
	"switchboard/actors/mail"
	"switchboard/actors/once"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// EffectEmail is the kind of effect that sends a user their notifications.
const EffectEmail = "notification.email"

// emailPayload is the payload of EffectEmail.
type emailPayload struct {
	User id.ID `json:"user"`
}

// maxLines bounds the notifications that one email names.
const maxLines = 50

// pauses lie between the tries of an email while the mail server is away.
var pauses = []time.Duration{15 * time.Second, time.Minute, 10 * time.Minute, time.Hour, 4 * time.Hour, 12 * time.Hour}

// Postman executes EffectEmail (effects.Handler): one email with all notifications of a user that
// are due and unread.
type Postman struct {
	Store Store
	Mail  mail.Mail
	URL   PublicURL
}

// Do sends the email, unless everything has been read or sent.
func (m Postman) Do(ctx context.Context, e row.ClaimedEffect) (any, error) {
	payload, err := effects.Payload[emailPayload](e.Effect)
	if err != nil {
		return nil, err
	}
	due, err := m.Store.Find(ctx, e.Organization, row.Query{
		Object: Object, Limit: maxLines, Order: []row.Order{{Field: "created_date"}, {Field: "id"}},
		Where: []row.Condition{{Field: "user", Operator: "=", Value: payload.User}, {Field: "mail", Operator: "=", Value: mailDue}, {Field: "read", Operator: "=", Value: false}},
	})
	if err != nil || len(due) == 0 {
		return nil, err
	}
	user, err := m.Store.Get(ctx, e.Organization, "user", payload.User)
	if err != nil {
		return nil, err
	}
	if active, _ := user.Bool("is_active"); !active || preferencesOf(user).DoNotDisturb {
		return nil, nil //nolint:nilnil // no actor gets a result
	}
	registry, err := m.Store.Registry(ctx, e.Organization)
	if err != nil {
		return nil, err
	}
	letter, err := m.write(&e, registry, user, due)
	if err != nil {
		return nil, err
	}
	if err := once.Check(ctx); err != nil {
		return nil, err
	}
	if err := m.Mail.Send(ctx, letter); err != nil {
		if fault.Is(err, fault.Unavailable) {
			pause := pauses[min(e.Attempts, len(pauses))-1]
			return nil, fault.Wrap(err, fault.Unavailable, "The email is waiting for the mail server.").After(pause)
		}
		return nil, fault.Wrap(err, fault.Invalid, "The email can't be delivered.")
	}
	writes := make([]row.Write, len(due))
	for i, one := range due {
		writes[i] = row.Write{Object: Object, ID: one.ID, Op: entry.Updated, Set: row.Fields{"mail": mailSent}, Cause: "notification.mailed"}
	}
	return nil, m.Store.CommitMany(ctx, row.Change{Organization: e.Organization, Writes: writes})
}

// Failed implements effects.Handler: the notifications are still under the bell.
func (Postman) Failed(row.ClaimedEffect, error) any { return nil }

//go:embed email.html
var emailHTML string

var emailTemplate = template.Must(template.New("email").Parse(emailHTML))

// line is one notification in an email.
type line struct{ Text, Link string }

type emailWords struct {
	Title, Lead, Note, Settings string
	Lines                       []line
}

// write writes the email. It names kinds and counts, and quotes nothing: the record itself is read where
// rights are checked.
func (m Postman) write(e *row.ClaimedEffect, registry *schema.Registry, user row.Record, due []row.Record) (mail.Letter, error) {
	words := emailWords{
		Title: counted(len(due)), Lead: "Hello " + user.Text("name") + ", this is what you have not seen yet.",
		Note: "You receive this email because you chose it for these kinds of notifications.", Settings: string(m.URL) + "/notifications/settings",
	}
	var text strings.Builder
	fmt.Fprintf(&text, "%s\n\n", words.Lead)
	for _, one := range grouped(registry, due) {
		one.Link = string(m.URL) + one.Link
		words.Lines = append(words.Lines, one)
		fmt.Fprintf(&text, "%s\n%s\n\n", one.Text, one.Link)
	}
	fmt.Fprintf(&text, "%s Change it here:\n%s\n", words.Note, words.Settings)
	var html bytes.Buffer
	if err := emailTemplate.Execute(&html, words); err != nil {
		return mail.Letter{}, fault.Wrap(err, fault.Internal, "The email can't be written.")
	}
	return mail.Letter{ID: e.ID, Organization: e.Organization, To: user.Text("email"), Subject: words.Title, Text: text.String(), HTML: html.String()}, nil
}

// grouped counts notifications of one kind about one record as one line.
func grouped(registry *schema.Registry, due []row.Record) (lines []line) {
	type key struct {
		kind   string
		record schema.AnyObjectValue
	}
	counts := map[key]int{}
	var order []key
	for _, one := range due {
		k := key{kind: one.Text("kind")}
		_ = one.JSON("record", &k.record)
		k.record.Name = ""
		if counts[k]++; counts[k] == 1 {
			order = append(order, k)
		}
	}
	for _, k := range order {
		text := k.kind
		if n := counts[k]; n > 1 {
			text = fmt.Sprintf("%s (%d)", text, n)
		}
		view := "standard"
		if registry.Is(k.record.Schema, schema.Thread) {
			view = "conversation"
		}
		lines = append(lines, line{Text: text, Link: "/view/" + k.record.Schema + "/record/" + string(k.record.ID) + "/" + view})
	}
	return lines
}

func counted(n int) string {
	if n == 1 {
		return "You have a notification"
	}
	return fmt.Sprintf("You have %d notifications", n)
}
