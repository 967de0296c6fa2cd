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

// socketEvents are the events that act on the socket itself rather than on
// the organization's data.
var socketEvents = map[string]func(context.Context, *socket, json.RawMessage) (any, error){
	"subscribe":    subscribe,
	"unsubscribe":  unsubscribe,
	"auth.refresh": refreshToken,
	"activity":     activity,
	"typing":       typing,
}

// Handle registers the command for an event's name. Registering a name twice is
// a programming error and panics.
func (h *Hub) Handle(name string, c Command) {
	if _, ok := h.commands[name]; ok || socketEvents[name] != nil {
		panic("hub: the command " + name + " is registered twice")
	}
	h.commands[name] = c
}

// SnapshotOf registers the reader of snapshots for a kind of topic. The
// object is "" unless objects name topics of the kind. Object and Feed topics
// have no snapshot: clients load the list once by REST, and changes follow
// from the seq of the ack. The hub reads snapshots of Nodes itself.
func (h *Hub) SnapshotOf(kind topic.Kind, object string, s Snapshot) {
	at := view{kind, object}
	if _, ok := h.snapshots[at]; ok {
		panic("hub: the snapshot of " + string(kind) + " " + object + " is registered twice")
	}
	h.snapshots[at] = s
}

// Missing lists the topics of a registry that need a snapshot and have none,
// so that a wiring mistake stops the start.
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

// event handles a client's event. It returns false to close the connection.
func (c *connection) event(p socketio.Packet) bool {
	s := c.current()
	if s == nil {
		return false // nothing may arrive before the reply to CONNECT
	}
	var name string
	var args []json.RawMessage
	if p.Type == socketio.Event { // nothing is kept of an event with attachments
		var err error
		if name, args, err = socketio.SplitEvent(p.Data); err != nil {
			return false
		}
	}
	answer := ack{link: c.link, id: p.ID, wanted: p.HasID}
	if l, wait, tolerated := c.charge(s, time.Now()); l != "" {
		if !tolerated {
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

// charge charges an event to the socket, its user and the organization. If a
// limit is met, it returns the limit and how long to wait; tolerated is false
// if the client floods and must be disconnected.
func (c *connection) charge(s *socket, now time.Time) (l limits.Limit, wait time.Duration, tolerated bool) {
	if wait, tolerated := c.events.Take(now); wait > 0 {
		return limits.SocketEvents, wait, tolerated
	}
	return s.org.budgets.Take(s.principal.Load().User, now)
}

// execute runs a command on the socket's goroutine.
func (n *node) execute(s *socket, name string, payload json.RawMessage, a ack) {
	user, budgets := s.principal.Load().User, &s.org.budgets
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
	if do, ok := socketEvents[name]; ok {
		return do(ctx, s, payload)
	}
	c, ok := n.commands[name]
	if !ok {
		return nil, fault.New(fault.NotFound, "There is no event of the name %q.", clip(name))
	}
	p := s.principal.Load()
	if p.Viewer != "" {
		return nil, errViewing
	}
	from := origin.Origin{Via: origin.UI, Address: s.link.From(), Socket: s.sid}
	return c(origin.With(ctx, from), p, payload)
}

// errViewing refuses the commands of a superuser who views as another user.
var errViewing = fault.New(fault.Forbidden, "You are viewing as another user, and nothing can be changed. End the view first.")

func problemOf(f *fault.Error) wire.Problem {
	out := wire.Problem{Code: string(f.Code), Detail: f.Detail, Errors: f.Fields, RetryAfter: f.RetryAfter.Seconds()}
	if at := f.Place; at != nil {
		out.Line, out.Column, out.Word, out.Expected, out.Nearest = at.Line, at.Column, at.Word, at.Expected, at.Nearest
	}
	return out
}

// ack replies to one event if the client asked for a reply.
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

// accept replies with {"ok":true, …} and the fields of result.
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

// clip shortens a client's event name for error messages and logs.
func clip(name string) string {
	if len(name) > 60 {
		return name[:60] + "…"
	}
	return name
}
