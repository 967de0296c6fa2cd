package notifications_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"switchboard/actors/feature"
	"switchboard/actors/features"
	"switchboard/actors/mail"
	"switchboard/actors/notifications"
	"switchboard/cmd/storetest"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/panics"
	"switchboard/storage/pg"
	"switchboard/storage/pg/pgtest"
	"switchboard/storage/pg/relay"
	"switchboard/storage/row"
	"switchboard/storage/waittest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(pgtest.Wrap(m)) }

const org = storetest.Organization

// desk is an organization whose people are notified.
type desk struct {
	*testing.T
	*pg.Store

	ann, bob, eve id.ID
	chat          id.ID
	number        int64
	away          map[id.ID]bool
	blind         map[id.ID]bool // users without rights
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	store, _ := storetest.New(t)
	d := &desk{T: t, Store: store, away: map[id.ID]bool{}, blind: map[id.ID]bool{}}
	ctx, cancel := context.WithCancel(t.Context())
	moving := pg.NewRelay(store, relay.Config{Logger: slog.New(slog.DiscardHandler)})
	var ended sync.WaitGroup
	ended.Go(func() { _ = moving.Run(ctx) })
	t.Cleanup(func() { cancel(); ended.Wait() })
	d.ann, d.bob, d.eve = d.user("Ann"), d.user("Bob"), d.user("Eve")
	d.chat = d.put("", "chat", row.Fields{"name": "Everyone", "members": []id.ID{d.ann, d.bob, d.eve}})
	d.reads(d.engine(d)) // what was made so far notifies nobody
	if got := d.all(); len(got) > 0 {
		t.Fatalf("making an organization notified %v", got)
	}
	return d
}

func (d *desk) user(name string) id.ID {
	return d.put("", "user", row.Fields{"name": name, "email": strings.ToLower(name) + "@desk.test", "is_active": true})
}

func (d *desk) write(by id.ID, w row.Write) {
	d.Helper()
	if err := d.CommitMany(d.Context(), row.Change{Organization: org, By: by, Writes: []row.Write{w}}); err != nil {
		d.Fatal(err)
	}
}

func (d *desk) put(by id.ID, object string, set row.Fields) id.ID {
	d.Helper()
	one := id.New()
	d.write(by, row.Write{Object: object, ID: one, Op: entry.Created, Set: set})
	return one
}

func (d *desk) change(by id.ID, object string, one id.ID, set row.Fields) {
	d.Helper()
	d.write(by, row.Write{Object: object, ID: one, Op: entry.Updated, Set: set})
}

// says posts a chat message.
func (d *desk) says(by id.ID, body string, more row.Fields) {
	d.Helper()
	d.number++
	set := row.Fields{"chat": d.chat, "body": body, "user": by, "owner": by, "number": d.number, "name": "Everyone"}
	maps.Copy(set, more)
	d.put(by, "chat_message", set)
}

func (d *desk) subscribe(user id.ID, object string, record id.ID, setting string) id.ID {
	return d.put(user, "notification_subscriber", row.Fields{
		"name": setting, "user": user, "notification_setting": setting, "record_id": record.String(), "active": true,
		"object": object,
	})
}

func (d *desk) prefers(user id.ID, notifications string) {
	d.change(user, "user", user, row.Fields{"settings": row.JSONValue(map[string]any{"notifications": rawJSON(notifications)})})
}

type rawJSON string

func (r rawJSON) MarshalJSON() ([]byte, error) { return []byte(r), nil }

// ActsFor implements notifications.Principals.
func (d *desk) ActsFor(_ context.Context, organization, user id.ID) (access.Principal, error) {
	return access.Build(features.Registry(), access.Inputs{Organization: organization, User: user, Superuser: !d.blind[user]}), nil
}

// Away implements notifications.Presence.
func (d *desk) Away(context.Context, id.ID) (map[id.ID]bool, error) { return d.away, nil }

func notices() (all []feature.Notice) {
	for _, f := range features.All() {
		all = append(all, f.Notices...)
	}
	return all
}

func (d *desk) engine(store notifications.Store) *notifications.Engine {
	return notifications.New(notifications.Config{
		Store: store, Principals: d, Presence: d, Notices: notices(), Panics: panics.New(slog.New(slog.DiscardHandler)), Rest: time.Millisecond, Sweep: time.Hour,
	})
}

// reads has the engine read the log to its end, with all changes until now.
func (d *desk) reads(e *notifications.Engine) {
	d.Helper()
	d.logged()
	d.steps(e)
}

// logged waits until all changes are in the log.
func (d *desk) logged() {
	d.Helper()
	last := d.put("", "contact", row.Fields{"name": "Last"})
	waittest.Until(d.T, "the log to have all changes", func() bool {
		head, err := d.Log().Head(d.Context(), org)
		if err != nil || head == 0 {
			return false
		}
		newest, _, err := d.Log().Read(d.Context(), org, head-1, 1)
		return err == nil && len(newest) == 1 && newest[0].ID == last
	})
}

// steps has the engine read to the end of the log, over errors.
func (d *desk) steps(e *notifications.Engine) {
	d.Helper()
	for range 1000 {
		if more, err := e.Step(d.Context(), org); err == nil && !more {
			return
		}
	}
	d.Fatal("the engine does not come to an end")
}

// all describes the notifications, sorted: "Bob: Mention of chat (Hello)".
func (d *desk) all() []string {
	d.Helper()
	found, err := d.Find(d.Context(), org, row.Query{Object: notifications.Object})
	if err != nil {
		d.Fatal(err)
	}
	names := map[id.ID]string{d.ann: "Ann", d.bob: "Bob", d.eve: "Eve"}
	out := make([]string, 0, len(found))
	for _, one := range found {
		var about struct{ Schema string }
		_ = one.JSON("record", &about)
		line := names[one.Lookup("user")] + ": " + one.Text("kind") + " of " + about.Schema
		if name := one.Text("subject"); (name == "") == (about.Schema == "chat" && one.Text("kind") != "Chat Updated") {
			d.Errorf("%s has the subject %q", line, name)
		}
		if text := one.Text("text"); text != "" {
			line += " (" + text + ")"
		}
		out = append(out, line)
	}
	slices.Sort(out)
	return out
}

func (d *desk) want(why string, want ...string) {
	d.Helper()
	if got := d.all(); !slices.Equal(got, want) {
		d.Errorf("%s:\n got %q\nwant %q", why, got, want)
	}
}

func TestSubscribersAreNotifiedOnceByTheirSettings(t *testing.T) {
	d := newDesk(t)
	d.subscribe(d.bob, "chat", d.chat, "Chat Message Created")
	d.subscribe(d.bob, "chat", d.chat, "Chat Updated")
	paused := d.subscribe(d.eve, "chat", d.chat, "Chat Message Created")
	d.change(d.eve, "notification_subscriber", paused, row.Fields{"active": false})
	d.says(d.ann, "**Hello** [all](https://x.test)", nil)
	d.says(d.bob, "My own", nil)
	d.change(d.ann, "chat", d.chat, row.Fields{"last_message": "Hello"}) // bookkeeping
	d.change(d.ann, "chat", d.chat, row.Fields{"topic": "Rain"})
	d.reads(d.engine(d))
	d.want("a message and a change", "Bob: Chat Message Created of chat (Hello all)", "Bob: Chat Updated of chat")
	d.reads(d.engine(d))
	d.want("read again", "Bob: Chat Message Created of chat (Hello all)", "Bob: Chat Updated of chat")
}

func TestAMentionComesBeforeTheMessage(t *testing.T) {
	d := newDesk(t)
	d.subscribe(d.bob, "chat", d.chat, "Chat Message Created")
	d.says(d.ann, "@Bob look", row.Fields{"mentions": []id.ID{d.bob, d.ann}})
	d.reads(d.engine(d))
	d.want("a mention", "Bob: Mention of chat (@Bob look)")
	d.says(d.bob, "@here", row.Fields{"mentions_here": true})
	d.reads(d.engine(d))
	d.want("everybody", "Ann: Mention of chat (@here)", "Bob: Mention of chat (@Bob look)", "Eve: Mention of chat (@here)")
}

func TestDirectMessagesTextsAssignmentsAndMissedCallsNotify(t *testing.T) {
	d := newDesk(t)
	d.chat = d.put("", "chat", row.Fields{"name": "Ann, Bob", "members": []id.ID{d.ann, d.bob}, "private": true, "direct": true})
	d.says(d.ann, "Psst", nil)
	conversation := d.put("", "twilio_conversation", row.Fields{"name": "Dana"})
	for _, setting := range []string{"Inbound SMS Alert", "SMS Outbound"} {
		d.subscribe(d.eve, "twilio_conversation", conversation, setting)
	}
	d.put("", "twilio_message", row.Fields{"conversation": conversation, "body": "Secret", "direction": "incoming", "number": int64(1)})
	d.put(d.ann, "twilio_message", row.Fields{"conversation": conversation, "body": "Ok", "direction": "outgoing", "number": int64(2)})
	contact := d.put(d.ann, "contact", row.Fields{"name": "Dana", "owner": d.ann})
	d.change(d.ann, "contact", contact, row.Fields{"owner": d.bob})
	call := d.put("", "call", row.Fields{"name": "Dana", "status": "ringing", "direction": "inbound", "candidates": []id.ID{d.bob, d.eve}, "declined_by": []id.ID{d.eve}})
	d.change("", "call", call, row.Fields{"status": "no-answer"})
	answered := d.put("", "call", row.Fields{"name": "Dana", "status": "in-progress", "direction": "inbound", "candidates": []id.ID{d.bob}, "answered_at": time.Now().UTC()})
	d.change("", "call", answered, row.Fields{"status": "completed"})
	d.reads(d.engine(d))
	d.want("all kinds", "Bob: Assignment of contact", "Bob: Direct Message of chat (Psst)", "Bob: Missed Call of call",
		"Eve: Inbound SMS Alert of twilio_conversation", "Eve: SMS Outbound of twilio_conversation")
}

func TestNobodyIsNotifiedOfWhatTheyMayNotRead(t *testing.T) {
	d := newDesk(t)
	d.blind[d.bob] = true
	hidden := d.put(d.ann, "contact", row.Fields{"name": "Dana", "owner": d.ann})
	d.subscribe(d.bob, "contact", hidden, "Chat Updated")
	d.subscribe(d.eve, "contact", hidden, "Chat Updated")
	d.change(d.ann, "contact", hidden, row.Fields{"company": "Vassar"})
	d.change("", "user", d.eve, row.Fields{"is_active": false})
	d.reads(d.engine(d))
	d.want("an unreadable record and an inactive user")
}

func TestPreferencesChooseTheWays(t *testing.T) {
	d := newDesk(t)
	ways := func() (out []string) {
		found, err := d.Find(t.Context(), org, row.Query{Object: notifications.Object, Where: []row.Condition{{Field: "user", Operator: "=", Value: d.bob}}, Order: []row.Order{{Field: "created_date"}}})
		if err != nil {
			t.Fatal(err)
		}
		for _, one := range found {
			inApp, _ := one.Bool("in_app")
			desktop, _ := one.Bool("desktop")
			out = append(out, fmt.Sprintf("%t %t %s", inApp, desktop, one.Text("mail")))
		}
		return out
	}
	e := d.engine(d)
	var want []string
	for _, c := range []struct {
		chosen string
		away   bool
		want   string // in the app, on the desktop, by email
	}{
		{`{}`, false, "true true "},
		{`{"calls":true}`, false, "true true "},
		{`{"kinds":{"Mention":{"desktop":false,"email":true}}}`, false, "true false due"},
		{`{"kinds":{"Mention":{"in_app":false,"email":true}}}`, false, "false false due"},
		{`{"kinds":{"Mention":{"in_app":false}}}`, false, ""},
		{`{"do_not_disturb":true,"kinds":{"Mention":{"email":true}}}`, true, "true false "},
		{`{"only_away":true,"kinds":{"Mention":{"email":true}}}`, false, "true false "},
		{`{"only_away":true,"kinds":{"Mention":{"email":true}}}`, true, "true true due"},
		{`{"muted":{"` + string(d.chat) + `":true}}`, false, "true true "}, // a mention counts all the same
		{`"nonsense"`, false, "true true "},
	} {
		d.away[d.bob] = c.away
		d.prefers(d.bob, c.chosen)
		d.says(d.ann, "@Bob", row.Fields{"mentions": []id.ID{d.bob}})
		d.reads(e)
		if c.want != "" {
			want = append(want, c.want)
		}
		if got := ways(); !slices.Equal(got, want) {
			t.Fatalf("%s, away %t: %q, want %q", c.chosen, c.away, got, want)
		}
	}
	d.subscribe(d.bob, "chat", d.chat, "Chat Message Created")
	d.prefers(d.bob, `{"muted":{"`+string(d.chat)+`":true}}`)
	d.says(d.ann, "Nothing for Bob", nil)
	d.says(d.ann, "@here nothing either", row.Fields{"mentions_here": true})
	d.reads(e)
	if got := ways(); !slices.Equal(got, want) {
		t.Errorf("a muted chat: %q, want %q", got, want)
	}
}

// faulty is a store that fails between the reading of the log and the end of the transaction, or
// whose answer to a commit is lost.
type faulty struct {
	*pg.Store

	fail, lose atomic.Int64 // how many of the next transactions
}

var errInjected = errors.New("injected")

func (f *faulty) CommitMany(ctx context.Context, change row.Change) error {
	if err := f.Store.CommitMany(ctx, change); err != nil {
		return err
	}
	if f.fail.Add(-1) >= 0 {
		return errInjected // after the write, before the transaction ends
	}
	return nil
}

func (f *faulty) Together(ctx context.Context, do func(context.Context) error) error {
	if err := f.Store.Together(ctx, do); err != nil {
		return err
	}
	if f.lose.Add(-1) >= 0 {
		return errInjected // the transaction is committed, and the node does not know
	}
	return nil
}

func TestFaultsAndRestartsNeitherLoseNorDouble(t *testing.T) {
	d := newDesk(t)
	d.subscribe(d.bob, "chat", d.chat, "Chat Message Created")
	store := &faulty{Store: d.Store}
	store.fail.Store(0)
	store.lose.Store(0)
	e := d.engine(store)
	var want []string
	for i := range 12 {
		body := fmt.Sprintf("Message %02d", i)
		want = append(want, "Bob: Chat Message Created of chat ("+body+")")
		d.says(d.ann, body, nil)
		switch i % 4 {
		case 0:
			store.fail.Store(2)
		case 1:
			store.lose.Store(1)
		case 2:
			e = d.engine(store) // a restart: another process begins at the stored position
		default:
			other := d.engine(d) // a second node reads the same entries at the same time
			var both sync.WaitGroup
			both.Go(func() { d.reads(other) })
			both.Wait()
		}
		d.reads(e)
		d.want(body, want...)
	}
}

func TestTheEngineFindsEntriesWithoutASignal(t *testing.T) {
	d := newDesk(t)
	d.subscribe(d.bob, "chat", d.chat, "Chat Message Created")
	d.says(d.ann, "While no node ran", nil)
	d.logged() // the engine looks once at its start, and then every hour
	e := d.engine(d)
	ctx, cancel := context.WithCancel(t.Context())
	var ended sync.WaitGroup
	ended.Go(func() { e.Run(ctx) })
	t.Cleanup(func() { cancel(); ended.Wait() })
	waittest.Until(t, "the notification", func() bool { return len(d.all()) == 1 })
	d.says(d.ann, "While it runs", nil)
	waittest.Until(t, "the notification after a signal", func() bool {
		e.Append(org, []entry.Entry{{Object: "chat_message"}})
		return len(d.all()) == 2
	})
}

// box is a mail server.
type box struct {
	letters []mail.Letter
	err     error
}

func (b *box) Send(_ context.Context, l mail.Letter) error {
	if b.err != nil {
		return b.err
	}
	b.letters = append(b.letters, l)
	return nil
}

func TestAnEmailNamesWhatIsUnreadOnce(t *testing.T) {
	d := newDesk(t)
	d.prefers(d.bob, `{"kinds":{"Mention":{"email":true}}}`)
	d.says(d.ann, "@Bob one", row.Fields{"mentions": []id.ID{d.bob}})
	d.says(d.ann, "@Bob two", row.Fields{"mentions": []id.ID{d.bob}})
	d.reads(d.engine(d))
	post := &box{err: fault.New(fault.Unavailable, "away")}
	man := notifications.Postman{Store: d, Mail: post, URL: "https://desk.test"}
	effect := row.ClaimedEffect{Organization: org, Attempts: 1, Effect: row.Effect{ID: id.New(), Payload: []byte(`{"user":"` + string(d.bob) + `"}`)}}
	do := func() {
		t.Helper()
		if _, err := man.Do(t.Context(), effect); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := man.Do(t.Context(), effect); !fault.Is(err, fault.Unavailable) {
		t.Fatalf("while the mail server is away: %v", err)
	}
	post.err = nil
	do()
	do()
	if len(post.letters) != 1 {
		t.Fatalf("%d letters", len(post.letters))
	}
	letter := post.letters[0]
	link := "https://desk.test/view/chat/record/" + string(d.chat) + "/conversation"
	if letter.To != "bob@desk.test" || letter.Subject != "You have 2 notifications" || letter.ID != effect.ID ||
		!strings.Contains(letter.Text, "Mention (2)\n"+link) || !strings.Contains(letter.HTML, link) || strings.Contains(letter.Text, "one") {
		t.Errorf("%+v", letter)
	}
	d.says(d.ann, "@Bob three", row.Fields{"mentions": []id.ID{d.bob}})
	d.reads(d.engine(d))
	found, err := d.Find(t.Context(), org, row.Query{Object: notifications.Object, Where: []row.Condition{{Field: "mail", Operator: "=", Value: "due"}}})
	if err != nil || len(found) != 1 {
		t.Fatal(found, err)
	}
	d.change(d.bob, notifications.Object, found[0].ID, row.Fields{"read": true})
	do()
	if len(post.letters) != 1 {
		t.Error("what was read is sent")
	}
}
