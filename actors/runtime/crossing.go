package runtime

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptrace"
	"strconv"
	"time"

	"switchboard/storage/fault"
	"switchboard/storage/origin"
)

// The requests between nodes.
const (
	askPath  = "/ask"
	pingPath = "/ping"
	// leftHeader is how long the caller still waits, in milliseconds.
	leftHeader = "X-Left"
	// maxAtOnce bounds the concurrent commands of one node to another.
	maxAtOnce = 10_000
)

// lostError reports that a node did not answer.
type lostError struct {
	cause   error
	begun   bool // the command may have been started there
	unknown bool // the node does not know the kind or the command
}

// Error implements error.
func (e *lostError) Error() string { return fmt.Sprintf("no answer from the node: %v", e.cause) }

// Unwrap gives the cause.
func (e *lostError) Unwrap() error { return e.cause }

func (c *Cluster) transport() *http.Transport {
	protocols := new(http.Protocols)
	protocols.SetHTTP2(true)
	// A frozen node keeps its connections open: only pings detect it.
	third := c.options.Silence / 3
	return &http.Transport{
		TLSClientConfig: c.trust.client(), Protocols: protocols, TLSHandshakeTimeout: 2 * third,
		DialContext: c.lines.dial,
		// Commands above the other node's limit wait: a connection for each would
		// flood it.
		HTTP2:           &http.HTTP2Config{SendPingTimeout: third, PingTimeout: 2 * third, StrictMaxConcurrentRequests: true},
		IdleConnTimeout: time.Minute,
	}
}

func (c *Cluster) newServer() *http.Server {
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+pingPath, func(w http.ResponseWriter, _ *http.Request) {
		if c.stopping.Load() {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	})
	mux.HandleFunc("POST "+askPath, c.serveAsk)
	tlsConfig := c.trust.server()
	tlsConfig.NextProtos = []string{"h2"}
	return &http.Server{
		Handler: mux, TLSConfig: tlsConfig, ReadHeaderTimeout: 5 * time.Second, IdleTimeout: 2 * time.Minute,
		HTTP2:    &http.HTTP2Config{MaxConcurrentStreams: maxAtOnce, SendPingTimeout: 5 * time.Second, PingTimeout: 5 * time.Second},
		ErrorLog: slog.NewLogLogger(c.quietLog().Handler(), slog.LevelDebug),
	}
}

// askPeer sends a command to its owner. An error other than *lostError is the
// command's own.
func (c *Cluster) askPeer(ctx context.Context, p *peer, a asked) (any, error) {
	raw, err := packCommand(a)
	if errors.Is(err, errTooLarge) {
		return nil, fault.Wrap(err, fault.TooLarge, "This is too large.")
	}
	if err != nil {
		return nil, fault.Wrap(err, fault.Internal, "A command of kind %s (%T) can't be sent to another node.", a.Kind, a.Command)
	}
	if err := c.lines.open(ctx, p.Addr); err != nil {
		return nil, &lostError{cause: err}
	}
	connected := false
	traced := httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{GotConn: func(httptrace.GotConnInfo) { connected = true }})
	request, err := http.NewRequestWithContext(traced, http.MethodPost, "https://"+p.Addr+askPath, bytes.NewReader(raw))
	if err != nil {
		return nil, fault.Wrap(err, fault.Internal, "A node has an address that is none.")
	}
	if deadline, ok := ctx.Deadline(); ok {
		request.Header.Set(leftHeader, strconv.FormatInt(max(1, time.Until(deadline).Milliseconds()), 10))
	}
	response, err := c.client.Do(request)
	if err != nil {
		return nil, &lostError{cause: err, begun: connected}
	}
	defer func() { _ = response.Body.Close() }()
	switch response.StatusCode {
	case http.StatusOK:
	case http.StatusServiceUnavailable:
		return nil, &lostError{cause: errors.New("it is stopping")}
	case http.StatusNotFound:
		return nil, &lostError{cause: errors.New("it does not know the kind or the command"), unknown: true}
	default:
		return nil, &lostError{cause: errors.New(response.Status), begun: true}
	}
	answer, err := io.ReadAll(io.LimitReader(response.Body, maxEnvelope+1))
	if err != nil {
		return nil, &lostError{cause: err, begun: true}
	}
	reply, refusal, err := unpackReply(answer)
	if err != nil {
		return nil, fault.Wrap(err, fault.Unavailable, "The answer could not be read. Please try again.").After(time.Second)
	}
	return reply, refusal
}

// serveAsk executes a command for another node, even if this node no longer owns the
// identity: forwarding could loop, and the rows are fenced.
func (c *Cluster) serveAsk(w http.ResponseWriter, r *http.Request) {
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxEnvelope))
	if err != nil {
		http.Error(w, err.Error(), http.StatusRequestEntityTooLarge)
		return
	}
	if c.stopping.Load() {
		http.Error(w, "stopping", http.StatusServiceUnavailable)
		return
	}
	a, err := unpackCommand(raw)
	if err != nil {
		// The sender runs another release, and executes the command itself.
		c.members.log.Warn("a command of another node can't be read", "error", err)
		http.Error(w, "unknown command", http.StatusNotFound)
		return
	}
	if !c.local.knows(a.Kind) {
		http.Error(w, "unknown kind", http.StatusNotFound)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), left(r, c.options.Deadline))
	defer cancel()
	reply, refusal := c.execute(ctx, a)
	answer, err := packReply(reply, refusal)
	if errors.Is(err, errTooLarge) {
		answer, err = packReply(nil, fault.Wrap(err, fault.TooLarge, "The answer is too large."))
	}
	if err != nil {
		answer, err = packReply(nil, c.report(err, fmt.Sprintf("the reply %T can't be sent", reply)))
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	_, _ = w.Write(answer) // a sender that is gone will retry
}

// execute runs a command here even if this node thinks that another one owns the
// identity. While the two nodes disagree, the actor must not stay in the memory of
// both.
func (c *Cluster) execute(ctx context.Context, a asked) (any, error) {
	defer func() {
		if c.members.owner(a.Kind, a.Who) != nil {
			c.local.Leave(a.Kind, a.Who)
		}
	}()
	return c.local.Ask(origin.With(ctx, a.From), a.Kind, a.Who, a.Command)
}

func (c *Cluster) report(err error, what string) error {
	c.members.log.Error(what, "error", err)
	return fault.Wrap(err, fault.Internal, "Something went wrong between our nodes. Please try again.")
}

// left returns how long the caller still waits.
func left(r *http.Request, otherwise time.Duration) time.Duration {
	ms, err := strconv.ParseInt(r.Header.Get(leftHeader), 10, 64)
	if err != nil || ms <= 0 {
		return otherwise
	}
	return time.Duration(min(ms, int64(24*time.Hour/time.Millisecond))) * time.Millisecond
}

// reach checks whether the node at an address answers.
func (c *Cluster) reach(ctx context.Context, addr string) error {
	ctx, cancel := context.WithTimeout(ctx, c.options.Silence)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://"+addr+pingPath, nil)
	if err != nil {
		return fmt.Errorf("ping: %w", err)
	}
	response, err := c.client.Do(request)
	if err != nil {
		return fmt.Errorf("ping: %w", err)
	}
	_ = response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return errors.New("ping: " + response.Status)
	}
	return nil
}
