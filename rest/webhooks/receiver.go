package webhooks

import (
	"context"
	"io"
	"net/http"
	"time"

	"switchboard/actors/feature"
	"switchboard/storage/fault"
	"switchboard/storage/origin"
)

// receiveTimeout bounds what one event of another system takes.
const receiveTimeout = 20 * time.Second

// receive handles the webhooks of another system, whose receiver verifies them.
func (d Deps) receive(receiver feature.Receiver) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxForm))
		if err != nil {
			d.refuse(w, r, fault.Wrap(err, fault.TooLarge, "A webhook has at most %d bytes.", maxForm))
			return
		}
		ctx, cancel := context.WithTimeout(origin.With(r.Context(), origin.Origin{Via: origin.Webhook}), receiveTimeout)
		defer cancel()
		if err := receiver.Receive(ctx, r.Header, body); err != nil {
			d.refuse(w, r, err)
			return
		}
		w.WriteHeader(http.StatusOK)
	}
}
