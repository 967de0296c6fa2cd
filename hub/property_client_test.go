package hub_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"switchboard/hub/socketio"
	"switchboard/hub/sockettest"
	"switchboard/hub/topic"
	"switchboard/hub/wire"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// held is a client's copy of one topic: records by "object:id", for the topic
// me the badges, for presence the dots.
type held struct {
	seq     int64
	records map[string]entry.Fields
	rights  string
	badges  map[string]int64
	dots    map[id.ID]wire.UserPresence
	// Of a live query.
	rows   []wire.QueryRow
	number int64
	total  int64
}

// follower keeps topics current as the contract requires: it takes snapshots,
// applies changes with absolute values, drops older versions, deletes what
// was removed, and takes a fresh snapshot when asked to.
type follower struct {
	name   string
	user   id.ID
	token  string
	model  *model
	people *people
	http   *http.Client

	wire    *socketWire // nil while it is disconnected
	at      *world      // its current or last node
	pid     string
	offset  string
	newest  int64
	next    int
	topics  map[string]*held
	dirty   map[string]bool
	waiting string           // the topic whose ack is pending
	again   bool             // another resync came in the meantime
	early   []wire.RowsEvent // events before the ack
	fresh   int              // sessions that could not be recovered
	large   int              // records that were read because their changes were too large
	began   int64            // the head of the log when the session began
}

func (f *follower) connect(ctx context.Context, w *world) error {
	s := &survivor{http: f.http}
	ws, err := s.dial(ctx, sockettest.Open, w.server.URL)
	if err != nil {
		return err
	}
	f.wire, f.at = ws, w
	auth := `{"token":"` + f.token + `"}`
	if f.pid != "" {
		auth = returning(f.token, f.pid, f.offset, slices.Sorted(maps.Keys(f.topics))...)
	}
	applied := w.hub.Applied(organization)
	if err := ws.write(ctx, "40"+auth); err != nil {
		return err
	}
	for {
		r, err := f.receive(ctx)
		if err != nil {
			return err
		}
		if r.packet.Type == socketio.Connect {
			var reply struct{ PID string }
			if err := json.Unmarshal(r.packet.Data, &reply); err != nil {
				return fmt.Errorf("CONNECT answered %s: %w", r.packet.Data, err)
			}
			if err := f.rightly(reply.PID, applied); err != nil {
				return err
			}
			if f.pid != "" && reply.PID != f.pid {
				f.fresh++
				f.newest = 0 // this node may not have reached the client's position yet
				for name := range f.topics {
					f.dirty[name] = true
				}
			}
			f.pid = reply.PID
			return f.refresh(ctx)
		}
	}
}

// rightly checks that a session was recovered exactly if its user's
// permissions did not change. applied is the node's position before: a node
// that learns of a change only after the reply to CONNECT resyncs everything,
// which the comparison detects.
func (f *follower) rightly(pid string, applied int64) error {
	f.model.mu.Lock()
	moved, head := f.model.rightsMoved[f.user], f.model.head
	f.model.mu.Unlock()
	from, _ := strconv.ParseInt(f.offset, 10, 64)
	switch {
	case pid == f.pid && moved > max(from, f.began) && applied >= moved:
		return fmt.Errorf("%s was recovered from %d although their permissions changed at %d", f.name, from, moved)
	case f.pid != "" && pid != f.pid && moved == 0:
		return fmt.Errorf("%s was not recovered from %d although their permissions never changed", f.name, from)
	case pid != f.pid:
		f.began = head
	}
	return nil
}

// errSentAway ends the current step of a client that the server asked to
// reconnect.
var errSentAway = errors.New("the server asked to come back")

func (f *follower) cut() {
	if f.wire != nil {
		f.wire.close()
		f.wire = nil
	}
}

// receive reads one packet and applies events.
func (f *follower) receive(ctx context.Context) (received, error) {
	packets, err := f.wire.read(ctx)
	if err != nil {
		return received{}, err
	}
	if packets[0] == "2" {
		if err := f.wire.write(ctx, "3"); err != nil {
			return received{}, err
		}
		return f.receive(ctx)
	}
	r, err := parse(packets[0])
	if err != nil {
		return r, fmt.Errorf("%q: %w", packets[0], err)
	}
	if r.packet.Type == socketio.ConnectError {
		return r, fmt.Errorf("CONNECT was refused: %s", r.packet.Data)
	}
	if r.packet.Type == socketio.Event {
		err = f.event(r)
	}
	return r, err
}

// ask emits an event and handles everything up to its ack.
func (f *follower) ask(ctx context.Context, name, payload string) (reply, error) {
	f.next++
	if err := f.wire.write(ctx, fmt.Sprintf(`42%d["%s",%s]`, f.next, name, payload)); err != nil {
		return reply{}, err
	}
	for {
		r, err := f.receive(ctx)
		if err != nil {
			return reply{}, err
		}
		if r.packet.Type == socketio.Ack && r.packet.ID == uint64(f.next) {
			var answers []reply
			if err := json.Unmarshal(r.packet.Data, &answers); err != nil {
				return reply{}, fmt.Errorf("ack %s: %w", r.packet.Data, err)
			}
			return answers[0], nil
		}
	}
}

// pump handles pending events, and takes requested snapshots.
func (f *follower) pump(ctx context.Context) error {
	if _, err := f.ask(ctx, "test.echo", `{}`); err != nil {
		return err
	}
	return f.refresh(ctx)
}

func (f *follower) refresh(ctx context.Context) error {
	for len(f.dirty) > 0 {
		name := slices.Min(slices.Collect(maps.Keys(f.dirty)))
		if err := f.subscribe(ctx, name); err != nil {
			return err
		}
	}
	return nil
}

func (f *follower) subscribe(ctx context.Context, name string) error {
	delete(f.dirty, name)
	f.waiting, f.again, f.early = name, false, nil
	answer, err := f.ask(ctx, "subscribe", `{"topic":"`+name+`"}`)
	f.waiting = ""
	switch {
	case err != nil:
		if f.topics[name] != nil {
			f.dirty[name] = true
		}
		return err
	case !answer.OK && (answer.Error.Code == "forbidden" || answer.Error.Code == "not_found" || answer.Error.Code == "invalid" && strings.HasPrefix(name, "live_query:")):
		delete(f.topics, name)
		return nil
	case !answer.OK:
		return fmt.Errorf("subscribe %s: %+v", name, answer.Error)
	}
	if f.again { // the result may be older than the request
		f.dirty[name] = true
	}
	h, err := f.read(ctx, name, answer)
	f.topics[name] = h
	return err
}

func (f *follower) unsubscribe(ctx context.Context, name string) error {
	delete(f.topics, name)
	delete(f.dirty, name)
	_, err := f.ask(ctx, "unsubscribe", `{"topic":"`+name+`"}`)
	return err
}

// read converts a snapshot into a copy. The lists of object:X and feed come
// from REST, after the ack.
func (f *follower) read(ctx context.Context, name string, answer reply) (*held, error) {
	h := &held{seq: answer.Seq, records: map[string]entry.Fields{}, badges: map[string]int64{}, dots: map[id.ID]wire.UserPresence{}}
	var s struct {
		User                          entry.Fields
		Rights                        json.RawMessage
		Badges                        wire.Badges
		Users                         []wire.UserPresence
		Calls, Participants, Messages []entry.Fields
		Record, Conversation, Chat    entry.Fields
		Rows                          []wire.QueryRow
		Number, Total                 int64
	}
	if err := json.Unmarshal(answer.Snapshot, &s); err != nil {
		return nil, fmt.Errorf("the snapshot of %s: %w", name, err)
	}
	about, _ := standard.Parse(name)
	h.put("user", s.User)
	h.put(about.Object, s.Record, s.Conversation, s.Chat)
	h.put("call", s.Calls...)
	h.put("twilio_participant", s.Participants...)
	h.put(map[string]string{"twilio_conversation": "twilio_message", "chat": "chat_message"}[about.Object], s.Messages...)
	h.rights, h.rows, h.number, h.total = string(s.Rights), s.Rows, s.Number, s.Total
	for _, e := range f.early {
		if err := h.take(e); err != nil {
			return nil, err
		}
	}
	for _, threads := range s.Badges {
		for thread, unread := range threads {
			h.badges[string(thread)] = unread
		}
	}
	for _, d := range s.Users {
		h.dots[d.ID] = d
	}
	switch about.Kind {
	case topic.Object:
		return h, f.list(ctx, h, about.Object)
	case topic.Feed:
		for _, object := range []string{"contact", "call", "twilio_message", "chat_message"} {
			if err := f.list(ctx, h, object); err != nil {
				return nil, err
			}
		}
	case topic.Me, topic.Presence, topic.Ongoing, topic.OngoingAll, topic.Record, topic.Thread, topic.Nodes, topic.Query, topic.PhoneNumber:
	}
	return h, nil
}

func (h *held) put(object string, records ...entry.Fields) {
	for _, r := range records {
		if r != nil {
			h.records[object+":"+text(r["id"])] = r
		}
	}
}

func text(raw json.RawMessage) string {
	var s string
	_ = json.Unmarshal(raw, &s)
	return s
}

// list reads the records of an object as REST returns them.
func (f *follower) list(ctx context.Context, h *held, object string) error {
	p, _, err := f.people.Authenticate(ctx, f.token)
	if err != nil {
		return err
	}
	rights := p.Rights(object)
	if rights == nil {
		return nil
	}
	page, err := f.model.Read(ctx, organization, rowsOf(object))
	for i := range page.Items {
		h.put(object, rights.Show(&page.Items[i]))
	}
	return err
}

func (f *follower) event(r received) error {
	switch r.name {
	case "resync":
		name := r.text("topic")
		if name == f.waiting {
			f.again = true
		}
		if _, ok := f.topics[name]; ok {
			f.dirty[name] = true
		}
		return nil
	case "presence":
		var e wire.PresenceEvent
		if err := json.Unmarshal(r.packet.Data[len(`["presence",`):len(r.packet.Data)-1], &e); err != nil {
			return fmt.Errorf("%s: %w", r.packet.Data, err)
		}
		if h := f.topics["presence"]; h != nil {
			for _, d := range e.Users {
				h.dots[d.ID] = d
			}
		}
		return nil
	case "rows":
		return f.queryRows(r.packet.Data[len(`["rows",`) : len(r.packet.Data)-1])
	case "sync":
		f.offset = r.offset
		return nil
	case "change":
	case "notice":
		if string(r.object["reconnect"]) == "true" { // permissions changed during the catch-up
			return errSentAway
		}
		return fmt.Errorf("closed: %s", r.packet.Data)
	default:
		return fmt.Errorf("unexpected event %s", r.packet.Data)
	}
	f.offset = r.offset
	seq, err := strconv.ParseInt(r.offset, 10, 64)
	if err != nil || seq <= f.newest {
		return errors.Join(err, fmt.Errorf("%d came behind %d", seq, f.newest))
	}
	f.newest = seq
	var c wire.Change
	if err := json.Unmarshal(r.packet.Data[len(`["change",`):bytes.LastIndexByte(r.packet.Data, ',')], &c); err != nil {
		return fmt.Errorf("%s: %w", r.packet.Data, err)
	}
	if c.Large && !f.fetch(&c) {
		return nil // invisible by now, as a later change will say
	}
	for _, name := range c.Topics {
		if h := f.topics[name]; h != nil && c.Seq > h.seq {
			f.apply(name, h, &c)
		}
	}
	return nil
}

// fetch reads a record whose change was too large to be sent, as REST returns
// it. It returns false if the record may not be read.
func (f *follower) fetch(c *wire.Change) bool {
	p, _, err := f.people.Authenticate(context.Background(), f.token)
	r := f.model.get(c.ID)
	if err != nil || r == nil {
		return false
	}
	f.model.mu.Lock()
	defer f.model.mu.Unlock()
	route, rights := f.model.route(r), p.Rights(c.Object)
	fields := rights.Show(&row.Item{Route: route, Fields: maps.Clone(r.fields)})
	if fields == nil {
		return false
	}
	c.Fields, c.Version = fields, r.version
	f.large++
	return true
}

// apply applies one change in one topic.
func (f *follower) apply(name string, h *held, c *wire.Change) {
	about, _ := standard.Parse(name)
	if about.Kind == topic.Me && c.Object != "user" {
		f.badge(h, c)
		return
	}
	if about.Kind == topic.Me && c.ID != f.user {
		return
	}
	key := c.Object + ":" + string(c.ID)
	had, ok := h.records[key]
	if ok && numberOf(had["version"]) > c.Version {
		return
	}
	_, whole := c.Fields["id"]
	switch {
	case c.Op == entry.Removed:
		delete(h.records, key)
		if about.ID == c.ID {
			delete(f.topics, name) // the topic's own record: the subscription ends
			delete(f.dirty, name)
		}
	case whole:
		h.records[key] = c.Fields
	case ok:
		now := maps.Clone(had)
		maps.Copy(now, c.Fields)
		h.records[key] = now
	}
}

// badge follows the unread counts. The count of a reopened chat is unknown,
// because the snapshot omits closed ones.
func (f *follower) badge(h *held, c *wire.Change) {
	key := string(c.ID)
	if c.Op == entry.Removed {
		delete(h.badges, key)
		return
	}
	raw, known := c.Fields["unread_messages"]
	switch status := text(c.Fields["status"]); {
	case c.Object == "chat" && status == "Closed":
		delete(h.badges, key)
		return
	case c.Object == "chat" && status == "Open" && !known:
		f.dirty["me"] = true
		return
	case !known:
		return
	}
	unread := numberOf(raw)
	if c.Object == "chat" {
		var byUser map[id.ID]int64
		_ = json.Unmarshal(raw, &byUser)
		unread = byUser[f.user]
	}
	if unread > 0 {
		h.badges[key] = unread
	} else {
		delete(h.badges, key)
	}
}
