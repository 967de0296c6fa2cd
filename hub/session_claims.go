package hub

import "switchboard/hub/link"

// claimSession claims the session and ends the link on which it still seems
// to be live, because nothing sent there will arrive. It returns the reason
// for a refusal, or "" on success.
func (h *handshake) claimSession(auth credentials) (string, error) {
	org := h.socket.org
	org.mu.Lock()
	defer org.mu.Unlock()
	if !h.claim() {
		return refusedError, h.yieldToNewer()
	}
	if auth.Topics == nil && !h.restoreTopics() {
		h.unclaim()
		return refusedTopics, nil // it would silently receive nothing
	}
	h.supersede()
	return "", nil
}

// restoreTopics takes over the topics of the session's last link for a client
// that names none. This node knows them as long as that link seems to be
// live. The caller holds the lock.
func (h *handshake) restoreTopics() bool {
	old := h.socket.org.bySID[h.socket.sid]
	if old == nil {
		return false
	}
	h.requestTopics(old.topics)
	return true
}

// hasNewerLink reports whether a newer link is recovering the session or has
// recovered it. The caller holds the lock.
func (h *handshake) hasNewerLink() bool {
	org, s := h.socket.org, h.socket
	if other := org.claims[s.sid]; other != nil && other.connection.opened > h.connection.opened {
		return true
	}
	live := org.bySID[s.sid]
	return live != nil && live.opened > h.connection.opened
}

// unclaim ends h's claim. The caller holds the lock.
func (h *handshake) unclaim() {
	if org := h.socket.org; org.claims[h.socket.sid] == h {
		delete(org.claims, h.socket.sid)
	}
}

// supersede ends the link on which the session still seems to be live. The
// client knows better: it may have changed networks. The caller holds the
// organization's lock.
func (h *handshake) supersede() {
	org := h.socket.org
	if old := org.bySID[h.socket.sid]; old != nil {
		org.leave(old)
		h.presenceKnown = h.presenceKnown || old.present
		old.present = false
		old.dismiss(link.TakenOver)
	}
}

// abandon ends a failed recovery. The session that it claimed has no socket
// any more, unless another handshake has taken it over.
func (h *handshake) abandon() {
	org, s := h.socket.org, h.socket
	org.locked(func() {
		h.unclaim()
		switch other := org.bySID[s.sid]; {
		case !h.presenceKnown:
		case other == nil:
			org.reports.add(s.principal.Load(), s.sid, false)
		default:
			other.present = true
		}
		h.presenceKnown = false
	})
	org.reports.deliverAll()
}

// yieldToNewer ends the link of a recovery whose session a newer link has
// taken over. The caller holds the lock.
func (h *handshake) yieldToNewer() error {
	h.socket.dismiss(link.TakenOver)
	return errGone
}

// claim registers h as the handshake that recovers its session, unless there
// is a newer one. The caller holds the lock.
func (h *handshake) claim() bool {
	org := h.socket.org
	if h.hasNewerLink() {
		return false
	}
	if org.claims == nil {
		org.claims = claims{}
	}
	org.claims[h.socket.sid] = h
	return true
}
