package runtime

import (
	"bytes"
	"context"
	"net/http"
)

// Self returns the node as others know it.
func Self(c *Cluster) Member { return c.members.self }

// Sever cuts a node off: it answers nobody, and keeps running.
func Sever(c *Cluster) {
	c.stop()
	_ = c.server.Close()
}

// Doubt skips the owner of an identity, as after a lost response.
func Doubt(c *Cluster, kind string, who Identity) { c.members.doubt(c.members.owner(kind, who)) }

// Foreign returns another node's response to raw bytes, by status.
func Foreign(ctx context.Context, from, to *Cluster, raw []byte) (int, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://"+to.members.self.Addr+askPath, bytes.NewReader(raw))
	if err != nil {
		return 0, err
	}
	response, err := from.client.Do(request)
	if err != nil {
		return 0, err
	}
	return response.StatusCode, response.Body.Close()
}

// Packed returns an encoded command.
func Packed(kind string, who Identity, command any) ([]byte, error) {
	return packCommand(asked{Kind: kind, Who: who, Command: command})
}

// MaxEnvelope bounds a message.
const MaxEnvelope = maxEnvelope

// Elsewhere reports whether another node owns an identity.
func Elsewhere(c *Cluster, kind string, who Identity) bool { return c.members.owner(kind, who) != nil }

// HangUp closes the idle connections to other nodes.
func HangUp(c *Cluster) { c.client.CloseIdleConnections() }

// Lines counts the nodes with a connection or an attempt.
func Lines(c *Cluster) int {
	c.lines.mu.Lock()
	defer c.lines.mu.Unlock()
	return len(c.lines.to)
}
