package twilio

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"strconv"
	"sync"
	"time"

	"switchboard/actors/once"
	"switchboard/storage/fault"
	"switchboard/storage/wait"
)

// attempts bounds the attempts of one request.
const attempts = 4

type repeatKey struct{}

// repeatable marks the requests of ctx as safe to repeat although they are POSTs (a
// hang-up, for example).
func repeatable(ctx context.Context) context.Context {
	return context.WithValue(ctx, repeatKey{}, true)
}

// safe reports whether a request may be repeated.
func safe(r *http.Request) bool {
	marked, _ := r.Context().Value(repeatKey{}).(bool)
	return marked || r.Method == http.MethodGet || r.Method == http.MethodDelete
}

// notOursError reports that a request was not sent, because another worker may have
// sent it.
type notOursError struct{ cause error }

func (e *notOursError) Error() string { return e.cause.Error() }

// maxAnswer bounds a response of the provider.
const maxAnswer = 4 << 20

// contextTransport gives requests the context of their operation, and its timeout. It
// reads each response completely and closes it, because the library does not close
// the bodies of error responses.
type contextTransport struct {
	ctx  context.Context // of one operation; the library offers no other way
	next http.RoundTripper
}

// RoundTrip implements http.RoundTripper.
func (t contextTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(t.ctx, requestTimeout)
	defer cancel()
	response, err := t.next.RoundTrip(r.WithContext(ctx))
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer))
	_ = response.Body.Close()
	if err != nil {
		return nil, unreachable(err)
	}
	response.Body = io.NopCloser(bytes.NewReader(body))
	return response, nil
}

// retrier retries requests if that is safe, and bounds the open ones.
type retrier struct {
	next  http.RoundTripper
	base  time.Duration
	slots chan struct{}
}

func newRetrier(next http.RoundTripper, base time.Duration, concurrency int) *retrier {
	return &retrier{next: next, base: base, slots: make(chan struct{}, concurrency)}
}

// RoundTrip implements http.RoundTripper. A 429 or 5xx response after the last
// attempt is returned as fault.Unavailable, because its body may not be the
// provider's JSON.
func (t *retrier) RoundTrip(r *http.Request) (*http.Response, error) {
	for attempt := 1; ; attempt++ {
		response, err := t.once(r)
		status := 0
		if err == nil {
			status = response.StatusCode
		}
		limited := status == http.StatusTooManyRequests
		broken := err != nil || status >= http.StatusInternalServerError
		if !limited && !broken {
			return response, nil
		}
		rest := pause(response, t.base, attempt)
		if response != nil {
			_, _ = io.Copy(io.Discard, io.LimitReader(response.Body, 64<<10))
			_ = response.Body.Close()
		}
		if barred, ok := errors.AsType[*notOursError](err); ok {
			return nil, once.Undone(barred.cause)
		}
		if again := limited || safe(r); again && attempt < attempts && r.Context().Err() == nil {
			if !wait.For(r.Context(), rest) {
				return nil, undone(limited, unreachable(context.Cause(r.Context())))
			}
			if r, err = rewind(r); err != nil {
				return nil, err
			}
			continue
		}
		switch {
		case err != nil:
			return nil, undone(neverLeft(err), unreachable(err))
		case limited:
			return nil, once.Undone(fault.New(fault.Unavailable, "The phone provider is busy. Please try again.").After(rest))
		default:
			return nil, fault.New(fault.Unavailable, "The phone provider has a problem (%d). Please try again.", status).After(rest)
		}
	}
}

// once sends the request when a slot is free, and holds the slot until the body is
// closed.
func (t *retrier) once(r *http.Request) (*http.Response, error) {
	select {
	case t.slots <- struct{}{}:
	case <-r.Context().Done():
		return nil, once.Undone(context.Cause(r.Context()))
	}
	if !safe(r) {
		// The last check before sending, after the wait for a slot and the retries.
		if err := once.Check(r.Context()); err != nil {
			<-t.slots
			return nil, &notOursError{err}
		}
	}
	response, err := t.next.RoundTrip(r)
	if err != nil {
		<-t.slots
		return nil, err
	}
	response.Body = &slottedBody{ReadCloser: response.Body, release: sync.OnceFunc(func() { <-t.slots })}
	return response, nil
}

// neverLeft reports whether a request failed before anything was sent, for lack of a
// connection.
func neverLeft(err error) bool {
	if once.IsUndone(err) {
		return true
	}
	dialling, ok := errors.AsType[*net.OpError](err)
	return ok && (dialling.Op == "dial" || dialling.Op == "proxyconnect")
}

// undone marks an error as once.Undone if that is certain.
func undone(certain bool, err error) error {
	if certain {
		return once.Undone(err)
	}
	return err
}

// slottedBody releases the slot when it is closed.
type slottedBody struct {
	io.ReadCloser
	release func()
}

func (b *slottedBody) Close() error {
	defer b.release()
	return b.ReadCloser.Close()
}

func unreachable(err error) *fault.Error {
	return fault.Wrap(err, fault.Unavailable, "The phone provider can't be reached. Please try again.").After(time.Second)
}

// pause returns the time until the next attempt: what the response asks for, else
// exponential with full jitter, at most ten times base.
func pause(response *http.Response, base time.Duration, attempt int) time.Duration {
	most := 10 * base
	if response != nil {
		if seconds, err := strconv.Atoi(response.Header.Get("Retry-After")); err == nil && seconds > 0 {
			return min(time.Duration(seconds)*time.Second, most)
		}
	}
	reach := min(base<<(attempt-1), most)
	return reach/2 + rand.N(reach/2+1) //nolint:gosec // jitter, not a secret
}

// rewind prepares the request to be sent again.
func rewind(r *http.Request) (*http.Request, error) {
	again := r.Clone(r.Context())
	if r.GetBody == nil {
		return again, nil
	}
	body, err := r.GetBody()
	if err != nil {
		return nil, err
	}
	again.Body = body
	return again, nil
}
