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

// connect handles CONNECT on the socket's goroutine. Each step has a timeout;
// the duration of a replay depends on the client's network.
func (c *connection) connect(raw []byte) {
	c.locked(func() {
		if c.phase == connecting {
			c.stopTimer() // CONNECT has arrived
		}
	})
	if err := c.signIn(c.node.ctx, raw); err != nil {
		c.refuse(err)
	}
}

// refuse replies to CONNECT with connect_error and waits for another attempt.
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
			c.startTimer(c.node.options.ConnectTimeout, link.ConnectTimeout)
		}
		c.refused++
		flood = c.refused > maxRefused
	})
	if flood {
		c.node.metrics.refusals.WithLabelValues(string(limits.Connects)).Inc()
	}
	c.link.Send(projection.Frame(socketio.Packet{Type: socketio.ConnectError, Namespace: "/", Data: data}))
	if flood {
		c.link.Close(link.Flood)
	}
}

// signIn authenticates the client, acquires its organization, and joins it,
// replaying what the client missed.
func (c *connection) signIn(ctx context.Context, raw []byte) error {
	n := c.node
	var auth credentials
	if len(raw) > 0 && exact.Lenient(raw, &auth) != nil {
		return fault.New(fault.Malformed, "The sign-in of the socket can't be read.")
	}
	if auth.Token == "" {
		return fault.New(fault.Unauthenticated, "A token is required.")
	}
	// If the organization passes an epoch after the permissions were read,
	// they must be read again before joining.
	epoch := n.epoch.Load()
	step, cancel := n.within(ctx)
	defer cancel()
	read := n.options.Now()
	p, expires, err := n.options.Authenticator.Authenticate(step, auth.Token)
	if err != nil {
		return err
	}
	org, err := c.orgs.enter(step, p.Organization)
	if err != nil {
		return err
	}
	if l, wait := org.budgets.Enter(p.User, time.Now()); l != "" {
		c.orgs.leave(org)
		return n.refusal(l, wait)
	}
	s := &socket{node: n, org: org, link: c.link, opened: c.opened, expires: expires, rightsAt: read}
	s.principal.Store(&p)
	h := &handshake{connection: c, socket: s, epoch: epoch}
	entered := false
	defer func() {
		if !entered { // signIn panicked, and the connection ends
			h.rollBack()
		}
	}()
	h.requestTopics(auth.Topics)
	err = h.enter(ctx, auth)
	entered = true
	switch {
	case err == nil:
	case h.answered: // the connected socket leaves
		s.dismiss(closeReason(err))
		return nil
	default:
		c.orgs.leave(org)
	}
	return err
}

// closeReason returns why a socket must be closed whose recovery failed
// halfway.
func closeReason(err error) link.Reason {
	if fault.Is(err, fault.Unauthenticated) || fault.Is(err, fault.Forbidden) {
		return link.Disabled
	}
	return link.Behind
}

// enter recovers the session if possible, or begins a new one.
func (h *handshake) enter(ctx context.Context, auth credentials) error {
	n, org := h.socket.node, h.socket.org
	if auth.PID != "" {
		outcome, err := recovery{h}.recover(ctx, auth)
		n.metrics.recoveries.WithLabelValues(outcome).Inc()
		if err != nil {
			return err
		}
		if outcome == recovered {
			return nil
		}
	}
	for {
		if err := h.refresh(ctx); err != nil {
			return err
		}
		var stale bool
		var err error
		org.locked(func() {
			if stale = org.epoch > h.epoch; !stale {
				err = h.begin()
			}
		})
		if stale {
			continue
		}
		org.reports.deliverAll()
		return err
	}
}
