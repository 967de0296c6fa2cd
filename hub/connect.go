package hub

import (
	"context"
	"time"

	"switchboard/hub/limits"
	"switchboard/hub/link"
	"switchboard/hub/projection"
	"switchboard/hub/socketio"
	"switchboard/hub/wire"
	"switchboard/storage/exact"
	"switchboard/storage/fault"
)

// connect carries out CONNECT on the socket's goroutine. Each of its steps is
// bounded in time; how long a replay takes is up to the client's line.
func (c *connection) connect(raw []byte) {
	c.locked(func() {
		if c.phase == connecting {
			c.rest() // CONNECT has come
		}
	})
	if err := c.signIn(c.node.ctx, raw); err != nil {
		c.refuse(err)
	}
}

// refuse answers CONNECT with connect_error and waits for another try.
func (c *connection) refuse(err error) {
	f := c.node.report(err, "connect")
	data := projection.AppendJSON(nil, struct {
		Message string       `json:"message"`
		Data    wire.Problem `json:"data"`
	}{f.Detail, problemOf(f)})
	var flood bool
	c.locked(func() {
		if c.phase == connecting {
			c.phase = idle
			c.await(c.node.options.ConnectTimeout, link.ConnectTimeout)
		}
		c.refused++
		flood = c.refused > maxRefused
	})
	if flood {
		c.node.metrics.refusals.WithLabelValues(string(limits.Connects)).Inc()
	}
	c.link.Send(projection.Packet(socketio.Packet{Type: socketio.ConnectError, Namespace: "/", Data: data}))
	if flood {
		c.link.Close(link.Flood)
	}
}

// signIn authenticates, finds the tenant, and enters it with what the client
// missed.
func (c *connection) signIn(ctx context.Context, raw []byte) error {
	h := c.node
	var auth credentials
	if len(raw) > 0 && exact.Lenient(raw, &auth) != nil {
		return fault.New(fault.Malformed, "The sign-in of the socket can't be read.")
	}
	if auth.Token == "" {
		return fault.New(fault.Unauthenticated, "A token is required.")
	}
	// Whoever reads rights before an epoch that the tenant has passed when he
	// joins must read them again.
	epoch := h.epoch.Load()
	step, cancel := h.within(ctx)
	defer cancel()
	read := h.options.Now()
	p, expires, err := h.options.Authenticator.Authenticate(step, auth.Token)
	if err != nil {
		return err
	}
	t, err := c.tenants.enter(step, p.Organization)
	if err != nil {
		return err
	}
	if l, wait := t.budgets.Enter(p.User, time.Now()); l != "" {
		c.tenants.visited(t)
		return h.refusal(l, wait)
	}
	s := &socket{node: h, tenant: t, link: c.link, opened: c.opened, expires: expires, rightsAt: read}
	s.principal.Store(&p)
	e := &entering{connection: c, socket: s, epoch: epoch}
	entered := false
	defer func() {
		if !entered { // it panicked, and the connection ends
			e.retreat()
		}
	}()
	e.ask(auth.Topics)
	err = e.enter(ctx, auth)
	entered = true
	switch {
	case err == nil:
	case e.answered: // it is the socket now that leaves
		s.dismiss(failed(err))
		return nil
	default:
		c.tenants.visited(t)
	}
	return err
}

// failed tells why a socket must go whose recovery ended in the middle.
func failed(err error) link.Reason {
	if fault.Is(err, fault.Unauthenticated) || fault.Is(err, fault.Forbidden) {
		return link.Disabled
	}
	return link.Behind
}

// enter recovers where it can, else begins a new session.
func (e *entering) enter(ctx context.Context, auth credentials) error {
	h, t := e.socket.node, e.socket.tenant
	if auth.PID != "" {
		outcome, err := recovery{e}.recover(ctx, auth)
		h.metrics.recoveries.WithLabelValues(outcome).Inc()
		if err != nil {
			return err
		}
		if outcome == recovered {
			return nil
		}
	}
	for {
		if err := e.refresh(ctx); err != nil {
			return err
		}
		var stale bool
		var err error
		t.locked(func() {
			if stale = t.epoch > e.epoch; !stale {
				err = e.begin()
			}
		})
		if stale {
			continue
		}
		t.reports.deliverAll()
		return err
	}
}
