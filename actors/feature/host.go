package feature

import (
	"fmt"
	"log/slog"
	"reflect"
	"slices"
	"strings"

	"switchboard/actors/runtime"
	"switchboard/storage/panics"
)

// Host is what features start in: what all of them share, and the parts that the binary
// and the features offer to each other. A feature asks for an interface that it declares
// itself and is given the part that implements it, so that no feature names another.
type Host struct {
	Engine runtime.Engine
	Store  runtime.Store
	// Writers are the options of the features' actors.
	Writers runtime.WriterOptions
	Logger  *slog.Logger
	Panics  *panics.Catcher

	// Notices are those of all features that are started.
	Notices []Notice

	parts   []any
	later   []func()
	missing []string
}

// Offer lets features find parts by the interfaces that these implement. What is nil is
// not offered.
func (h *Host) Offer(parts ...any) {
	for _, part := range parts {
		if part != nil && !slices.Contains(h.parts, part) {
			h.parts = append(h.parts, part)
		}
	}
}

// Need returns the offered part that is a T. Where there is none, or more than one, Start fails,
// and what is given must not be used.
func Need[T any](h *Host) T {
	var found []T
	for _, part := range h.parts {
		if t, ok := part.(T); ok {
			found = append(found, t)
		}
	}
	if len(found) == 1 {
		return found[0]
	}
	h.missing = append(h.missing, fmt.Sprintf("%d parts are a %v, not one", len(found), reflect.TypeFor[T]()))
	var none T
	return none
}

// NeedLater is Need for a part that another feature offers when it starts. What is
// returned gives it once Start has returned.
func NeedLater[T any](h *Host) func() T {
	var found T
	h.later = append(h.later, func() { found = Need[T](h) })
	return func() T { return found }
}

// Start starts features in their order. An error names the feature and what is wrong with
// how it is wired; then none of what was made may be used.
func Start(h *Host, features []Feature) ([]Running, error) {
	running := make([]Running, 0, len(features))
	for i := range features {
		h.Notices = append(h.Notices, features[i].Notices...)
	}
	for _, f := range features {
		r := Running{}
		if f.Start != nil {
			r = f.Start(h)
		}
		if err := h.complete(f.Name); err != nil {
			return nil, err
		}
		r.Feature = f
		if unfit := r.unfit(); len(unfit) > 0 {
			return nil, fmt.Errorf("%s: nobody carries out %s", f.Name, strings.Join(unfit, ", "))
		}
		running = append(running, r)
	}
	for _, find := range h.later {
		find()
	}
	return running, h.complete("features")
}

// complete fails where something that was needed is not there.
func (h *Host) complete(name string) error {
	if len(h.missing) == 0 {
		return nil
	}
	return fmt.Errorf("%s: %s", name, strings.Join(h.missing, "; "))
}
