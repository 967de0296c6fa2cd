package runtime

import (
	"bytes"
	"context"
	"net/http"
)

// Self is the node as others know it.
func Self(c *Cluster) Member { return c.members.self }

// Sever cuts a node off: it answers nobody, and keeps on running.
func Sever(c *Cluster) {
	c.stop()
	_ = c.server.Close()
}

// Doubt passes over the owner of an identity, as after an answer that was lost.
func Doubt(c *Cluster, kind string, who Identity) { c.members.doubt(c.members.owner(kind, who)) }

// Foreign gives what another node answers, by status, to a command as it is.
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

// Packed is a command on its way.
func Packed(kind string, who Identity, command any) ([]byte, error) {
	return packCommand(asked{Kind: kind, Who: who, Command: command})
}

// MaxEnvelope bounds what crosses.
const MaxEnvelope = maxEnvelope

// Elsewhere tells whether another node owns an identity.
func Elsewhere(c *Cluster, kind string, who Identity) bool { return c.members.owner(kind, who) != nil }

// HangUp closes the connections to other nodes that nothing uses now.
func HangUp(c *Cluster) { c.client.CloseIdleConnections() }

// Lines counts the nodes to which there is a connection, or that are tried.
func Lines(c *Cluster) int {
	c.lines.mu.Lock()
	defer c.lines.mu.Unlock()
	return len(c.lines.to)
}
