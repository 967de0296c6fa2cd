package origin

import "context"

// The channels through which changes arrive.
const (
	UI      = "ui"      // our UI, over REST or its socket
	API     = "api"     // another client of REST or the socket
	Import  = "import"  // an import of a file, or its undoing
	Webhook = "webhook" // a provider's webhook
	System  = "system"  // the product: a timer, an effect's result, startup
)

// Origin describes where a change comes from.
type Origin struct {
	Via     string `json:"via"`
	Address string `json:"address,omitempty"` // IP address of the client, as text
	Request string `json:"request,omitempty"` // X-Request-ID of its request
	Socket  string `json:"-"`                 // the client's socket on this node; not stored
}

type key struct{}

// With returns a context that carries an origin.
func With(ctx context.Context, o Origin) context.Context { return context.WithValue(ctx, key{}, o) }

// Of returns the context's origin, System if it has none.
func Of(ctx context.Context) Origin {
	o, _ := ctx.Value(key{}).(Origin)
	if o.Via == "" { // unset, or set by a node of an older release
		o.Via = System
	}
	return o
}
