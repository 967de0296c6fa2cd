package rest

import (
	"errors"
	"net/http"

	"switchboard/storage/fault"
)

// origins are those of the pages that may use the API with a browser's cookies.
type origins struct {
	allowed map[string]bool
	guard   *http.CrossOriginProtection
}

func newOrigins(allowed []string) (*origins, error) {
	o := &origins{allowed: map[string]bool{}, guard: http.NewCrossOriginProtection()}
	for _, origin := range allowed {
		o.allowed[origin] = true
		if err := o.guard.AddTrustedOrigin(origin); err != nil {
			return nil, errors.Join(errors.New("rest: a bad origin"), err)
		}
	}
	return o, nil
}

// check refuses what a page of another origin sent with our cookie.
func (o *origins) check(r *http.Request) error {
	if err := o.guard.Check(r); err != nil {
		return fault.Wrap(err, fault.Forbidden, "This request came from a page of another origin.")
	}
	return nil
}

// exposed are the headers of answers that a script of another origin may read.
const exposed = "X-Current-Page, X-Has-Next, X-Page-Size, X-Next-Offset, X-Next-Cursor, X-Brief-Records, X-Pages, X-Total-Count, X-Total-Estimated, X-Ignored-Fields, X-Request-Id, X-Rights, X-Report-Kept, X-Topic, X-History, X-Objects, Location, Tus-Resumable, Upload-Offset, Upload-Length, Upload-Expires, Retry-After"

// cors answers browsers of the configured origins, and no others.
func (o *origins) cors(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Add("Vary", "Origin")
		h.Set("Access-Control-Expose-Headers", exposed)
		origin := r.Header.Get("Origin")
		if o.allowed[origin] {
			h.Set("Access-Control-Allow-Origin", origin)
			h.Set("Cross-Origin-Resource-Policy", "cross-origin")
			if r.Method == http.MethodOptions && r.Header.Get("Access-Control-Request-Method") != "" {
				h.Set("Access-Control-Allow-Methods", "GET, POST, PATCH, DELETE")
				h.Set("Access-Control-Allow-Headers", "Authorization, Content-Type, Idempotency-Key, If-Match, Tus-Resumable, Upload-Length, Upload-Metadata, Upload-Offset, X-Request-Id")
				h.Set("Access-Control-Max-Age", "600")
				w.WriteHeader(http.StatusNoContent)
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}
