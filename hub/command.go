package hub

import (
	"context"
	"encoding/json"
	"time"

	"switchboard/hub/engineio"
	"switchboard/hub/limits"
	"switchboard/hub/link"
	"switchboard/hub/socketio"
	"switchboard/hub/topic"
	"switchboard/hub/wire"
	"switchboard/storage/exact"
	"switchboard/storage/fault"
	"switchboard/storage/origin"
	"switchboard/storage/schema"
)

// ofSocket are the events that act on the socket itself, not on the
// organization's data.
var ofSocket = map[string]func(context.Context, *socket, json.RawMessage) (any, error){
	"subscribe":    subscribe,
	"unsubscribe":  unsubscribe,
	"auth.refresh": refreshToken,
	"activity":     activity,
	"typing":       typing,
}

// Handle registers the command for an event's name. Registering a name twice is
// a programming error and panics.
func (h *Hub) Handle(name string, c Command) {
	if _, ok := h.commands[name]; ok || ofSocket[name] != nil {
		panic("hub: the command " + name + " is registered twice")
	}
	h.commands[name] = c
}

// SnapshotOf registers what reads the snapshots of a kind of topic, and of an object
// where objects name topics of the kind, else "". Object and Feed have none: a list
// comes by REST once, and changes follow from the seq of the ack. That of Nodes is the
// hub's own.
func (h *Hub) SnapshotOf(kind topic.Kind, object string, s Snapshot) {
	at := view{kind, object}
	if _, ok := h.snapshots[at]; ok {
		panic("hub: the snapshot of " + string(kind) + " " + object + " is registered twice")
	}
	h.snapshots[at] = s
}

// Missing lists what needs a snapshot by a registry and has none, so that a wiring
// mistake stops the start.
func (h *Hub) Missing(r *schema.Registry) []string {
	var missing []string
	want := []topic.Topic{topic.Whole(topic.Me), topic.Whole(topic.Presence), topic.OfRecord("any", "")}
	for _, about := range append(want, topic.New(r).Named()...) {
		if _, ok := h.snapshots[viewOf(about)]; !ok {
			missing = append(missing, about.Name())
		}
	}
	return missing
}

// event takes an event of the client; false closes the connection.
func (c *connection) event(p socketio.Packet) bool {
	s := c.current()
	if s == nil {
		return false // nothing may come before the answer to CONNECT
	}
	var name string
	var args []json.RawMessage
	if p.Type == socketio.Event { // of one with attachments nothing is kept
		var err error
		if name, args, err = socketio.SplitEvent(p.Data); err != nil {
			return false
		}
	}
	answer := ack{link: c.link, id: p.ID, wanted: p.HasID}
	if l, wait, patience := c.mayGoOn(s, time.Now()); l != "" {
		if !patience {
			s.dismiss(link.Flood)
			return true
		}
		answer.refuse(c.node.refusal(l, wait))
		return true
	}
	if len(p.Data) > c.node.options.MaxEvent {
		answer.refuse(c.node.tooLarge(len(p.Data)))
		return true
	}
	if len(args) != 1 || args[0][0] != '{' {
		answer.refuse(fault.New(fault.Malformed, "An event has exactly one argument, which is an object."))
		return true
	}
	payload := append(json.RawMessage(nil), args[0]...)
	if l := c.submit(len(p.Data), func() { c.node.execute(s, name, payload, answer) }); l != "" {
		answer.refuse(c.node.refusal(l, time.Second))
	}
	return true
}

// mayGoOn charges an event to the socket, its user and the organization. Otherwise
// it gives the limit that was met and how long to wait; patience ends with a flood.
func (c *connection) mayGoOn(s *socket, now time.Time) (l limits.Limit, wait time.Duration, patience bool) {
	if wait, patience := c.pace.Take(now); wait > 0 {
		return limits.SocketEvents, wait, patience
	}
	return s.tenant.budgets.Take(s.principal.Load().User, now)
}

// execute carries out a command on the socket's goroutine.
func (n *node) execute(s *socket, name string, payload json.RawMessage, a ack) {
	user, budgets := s.principal.Load().User, &s.tenant.budgets
	if l := budgets.Begin(user); l != "" {
		a.refuse(n.refusal(l, time.Second))
		return
	}
	defer budgets.End(user)
	ctx, cancel := context.WithTimeout(n.ctx, n.options.CommandTimeout)
	defer cancel()
	result, err := n.perform(ctx, s, name, payload)
	if err != nil {
		a.refuse(n.report(err, name))
		return
	}
	if err := a.accept(result); err != nil {
		a.refuse(n.report(err, name))
	}
}

func (n *node) perform(ctx context.Context, s *socket, name string, payload json.RawMessage) (any, error) {
	if err := exact.Check("The payload", payload); err != nil {
		return nil, err
	}
	if do, ok := ofSocket[name]; ok {
		return do(ctx, s, payload)
	}
	c, ok := n.commands[name]
	if !ok {
		return nil, fault.New(fault.NotFound, "There is no event of the name %q.", clip(name))
	}
	from := origin.Origin{Via: origin.UI, Address: s.link.From(), Socket: s.sid}
	return c(origin.With(ctx, from), s.principal.Load(), payload)
}

func problemOf(f *fault.Error) wire.Problem {
	out := wire.Problem{Code: string(f.Code), Detail: f.Detail, Errors: f.Fields, RetryAfter: f.RetryAfter.Seconds()}
	if at := f.Place; at != nil {
		out.Line, out.Column, out.Word, out.Expected, out.Nearest = at.Line, at.Column, at.Word, at.Expected, at.Nearest
	}
	return out
}

// ack answers one event, where the client asked for an answer.
type ack struct {
	link   *link.Conn
	id     uint64
	wanted bool
}

func (a ack) refuse(f *fault.Error) {
	raw, err := json.Marshal(struct {
		OK    bool         `json:"ok"`
		Error wire.Problem `json:"error"`
	}{false, problemOf(f)})
	if err == nil {
		a.send(raw)
	}
}

// accept answers {"ok":true, …} with the fields of result.
func (a ack) accept(result any) error {
	raw := []byte(`{"ok":true}`)
	if result != nil {
		fields, err := json.Marshal(result)
		if err != nil || len(fields) < 2 || fields[0] != '{' {
			return fault.Wrap(err, fault.Internal, "Something went wrong on our side. Please try again.")
		}
		if string(fields) != "{}" {
			raw = append([]byte(`{"ok":true,`), fields[1:]...)
		}
	}
	a.send(raw)
	return nil
}

func (a ack) send(raw []byte) {
	if !a.wanted {
		return
	}
	a.link.Send(link.NewFrame(len(raw)+24, func(b []byte) []byte {
		return socketio.AppendAck(append(b, byte(engineio.Message)), "/", a.id, raw)
	}))
}

// clip shortens a name that a client gave, for what is said of it.
func clip(name string) string {
	if len(name) > 60 {
		return name[:60] + "…"
	}
	return name
}
