package origin

import "context"

// The doors by which changes come.
const (
	UI      = "ui"      // a page of ours, over REST or its socket
	API     = "api"     // another client of REST or of the socket
	Webhook = "webhook" // a provider
	System  = "system"  // nobody asked: a timer, an effect's result, a start
)

// Origin is from where a change comes.
type Origin struct {
	Via     string `json:"via"`
	Address string `json:"address,omitempty"` // IP address of the client, as text
	Request string `json:"request,omitempty"` // X-Request-ID of its request
	Socket  string `json:"-"`                 // the client's, of the hub of this node; not kept
}

type key struct{}

// With gives what is done with the context an origin.
func With(ctx context.Context, o Origin) context.Context { return context.WithValue(ctx, key{}, o) }

// Of is the origin of what is done with the context, the system where nobody said.
func Of(ctx context.Context) Origin {
	o, _ := ctx.Value(key{}).(Origin)
	if o.Via == "" { // said by nobody, or by a node of a release that knew of none
		o.Via = System
	}
	return o
}
