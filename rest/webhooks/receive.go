package webhooks

import (
	"context"
	"errors"
	"mime"
	"net/http"

	"switchboard/actors/carrier"
	"switchboard/actors/feature"
	"switchboard/storage/fault"
	"switchboard/storage/origin"
)

// verified reads the form, checks its signature and lets the callback take it in.
func (d Deps) verified(w http.ResponseWriter, r *http.Request, callback feature.Callback) (carrier.Answer, error) {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/x-www-form-urlencoded" {
		return carrier.Answer{}, fault.New(fault.Unsupported, "A webhook is a URL-encoded form.")
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	if err := r.ParseForm(); err != nil {
		if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
			return carrier.Answer{}, fault.Wrap(err, fault.TooLarge, "A webhook's form has at most %d bytes.", maxForm)
		}
		return carrier.Answer{}, fault.Wrap(err, fault.Malformed, "The webhook's form can't be read.")
	}
	if err := d.Verifier.Verify(r.URL.RequestURI(), r.Header, r.PostForm); err != nil {
		return carrier.Answer{}, err
	}
	ctx, cancel := context.WithTimeout(origin.With(r.Context(), origin.Origin{Via: origin.Webhook}), timeout)
	defer cancel()
	key, take, err := callback.Read(r.URL.Query(), r.PostForm)
	if err != nil {
		d.Log.ErrorContext(ctx, "webhook can't be read", "path", r.URL.Path, "error", err, "fields", fault.From(err).Fields)
		return carrier.Answer{}, nil
	}
	answer, err := d.once(ctx, key, take)
	return answer, d.settled(ctx, r.URL.Path, key, err)
}

// settled returns the error of an event of the provider as one that is worth a repeat, or nil if
// no repeat could succeed. Whatever is refused as if a person had asked for it is a fault of
// ours.
func (d Deps) settled(ctx context.Context, path string, key carrier.Key, err error) error {
	if err == nil {
		return nil
	}
	switch code := fault.From(err).Code; code {
	case fault.NotFound:
		d.Log.WarnContext(ctx, "webhook of nothing that exists", "path", path, "event", key, "error", err)
		return nil
	case fault.Malformed, fault.Invalid, fault.Forbidden, fault.Unauthenticated, fault.TooLarge, fault.Unsupported:
		return fault.Wrap(err, fault.Internal, "The event can't be taken in.")
	default:
		return err
	}
}

// once takes an event in unless it was taken in before, in which case the
// stored answer is given. A race of two deliveries is lost with Conflict by one
// of them, which then finds the winner's answer.
func (d Deps) once(ctx context.Context, key carrier.Key, take feature.Take) (carrier.Answer, error) {
	if stored, found, err := d.stored(ctx, key); err != nil || found {
		return stored, err
	}
	answer, err := take(ctx)
	if fault.Is(err, fault.Conflict) {
		if stored, found, lookErr := d.stored(ctx, key); lookErr == nil && found {
			return stored, nil
		}
	}
	return answer, err
}

func (d Deps) stored(ctx context.Context, key carrier.Key) (carrier.Answer, bool, error) {
	body, kind, found, err := d.Answers.InboundAnswer(ctx, carrier.Provider, key.ProviderID, key.Kind)
	return carrier.Answer{Body: body, Type: kind}, found, err
}
