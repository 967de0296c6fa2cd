package stripe

import (
	"encoding/json"

	"github.com/stripe/stripe-go/v76/webhook"

	"switchboard/actors/payments"
	"switchboard/storage/fault"
)

// Event implements payments.Provider. The endpoint may have any API version: only ids are read,
// which have the same names in all of them.
func (c *Client) Event(payload []byte, signature string) (payments.Event, error) {
	event, err := webhook.ConstructEventWithOptions(payload, signature, c.secret, webhook.ConstructEventOptions{
		Tolerance: webhook.DefaultTolerance, IgnoreAPIVersionMismatch: true,
	})
	if err != nil {
		return payments.Event{}, fault.Wrap(err, fault.Forbidden, "The signature of the webhook does not match, or it is too old.")
	}
	out := payments.Event{ID: event.ID, Type: string(event.Type)}
	if event.Data == nil || event.ID == "" {
		return out, nil
	}
	var about struct {
		Object       string   `json:"object"`
		ID           string   `json:"id"`
		Subscription expanded `json:"subscription"`
		Invoice      expanded `json:"invoice"`
		Charge       expanded `json:"charge"`
	}
	if err := json.Unmarshal(event.Data.Raw, &about); err != nil {
		return out, nil //nolint:nilerr // an event of another shape is about nothing of ours
	}
	switch about.Object {
	case "checkout.session":
		out.Session, out.Subscription = about.ID, string(about.Subscription)
	case "subscription":
		out.Subscription = about.ID
	case "invoice":
		out.Invoice, out.Subscription = about.ID, string(about.Subscription)
	case "charge":
		out.Charge, out.Invoice = about.ID, string(about.Invoice)
	case "dispute", "refund":
		out.Charge = string(about.Charge)
	}
	return out, nil
}

// expanded is the id of an object that stands either by its id or whole.
type expanded string

// UnmarshalJSON implements json.Unmarshaler.
func (e *expanded) UnmarshalJSON(raw []byte) error {
	var whole struct {
		ID string `json:"id"`
	}
	var text string
	if json.Unmarshal(raw, &text) == nil {
		*e = expanded(text)
	} else if json.Unmarshal(raw, &whole) == nil {
		*e = expanded(whole.ID)
	}
	return nil
}
