package rest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"io"
	"net/http"
	"time"

	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
)

// RequestKeys remember what a user's Idempotency-Key stands for (storage/pg).
type RequestKeys interface {
	ClaimKey(ctx context.Context, organization, user id.ID, key string, digest []byte) (fresh, same bool, err error)
	ReleaseKey(ctx context.Context, organization, user id.ID, key string, digest []byte) error
}

// releaseTimeout bounds giving a key back, which outlives the request.
const releaseTimeout = 5 * time.Second

// claim assigns a key to the first request that carries it. A repeat of that request is answered
// like the first by its owner; a different request is refused. Call ended with the outcome. A
// refused request frees its key, so that it can be corrected; if the outcome is unknown the key
// stays taken.
func (g *gate) claim(r *http.Request, p *access.Principal) (ended func(error), err error) {
	key := r.Header.Get("Idempotency-Key")
	if len(key) > maxKey {
		return nil, fault.New(fault.Malformed, "The Idempotency-Key may have %d characters.", maxKey)
	}
	if key == "" || g.keys == nil || r.Method == http.MethodGet || r.Method == http.MethodHead {
		return func(error) {}, nil
	}
	body, err := readAll(r, maxBody)
	if err != nil {
		return nil, err
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	digest := sha256.New()
	for _, part := range []string{r.Method, r.URL.Path, r.URL.RawQuery, r.Header.Get("If-Match")} {
		_, _ = io.WriteString(digest, part+"\n") // a hash takes everything
	}
	_, _ = digest.Write(body)
	sum := digest.Sum(nil)
	fresh, same, err := g.keys.ClaimKey(r.Context(), p.Organization, p.User, key, sum)
	switch {
	case err != nil:
		return nil, err
	case !same:
		return nil, fault.Field("Idempotency-Key", "This Idempotency-Key was used for another request. Use a new one for each request, and the same one only to repeat it.")
	case !fresh:
		return func(error) {}, nil
	}
	return func(err error) {
		if err == nil || !cameToNothing(err) {
			return
		}
		ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), releaseTimeout)
		defer cancel()
		if err := g.keys.ReleaseKey(ctx, p.Organization, p.User, key, sum); err != nil {
			g.log.WarnContext(ctx, "an idempotency key could not be given back", "error", err)
		}
	}, nil
}

func cameToNothing(err error) bool {
	code := fault.From(err).Code
	return code != fault.Unavailable && code != fault.Internal
}
