package stripe

import (
	"context"
	"slices"

	"github.com/stripe/stripe-go/v76"
)

// Account is the account as its owner set it up.
type Account struct {
	Name         string
	TakesCharges bool
}

// Account returns the account of the secret key.
func (c *Client) Account() (Account, error) {
	found, err := c.api.Accounts.Get()
	if err != nil {
		return Account{}, failure(err)
	}
	out := Account{Name: found.ID, TakesCharges: found.ChargesEnabled}
	if found.Settings != nil && found.Settings.Dashboard != nil && found.Settings.Dashboard.DisplayName != "" {
		out.Name = found.Settings.Dashboard.DisplayName
	}
	return out, nil
}

// Endpoint is a place to which the provider sends events. Missing are those that it doesn't get.
type Endpoint struct {
	URL       string
	IsEnabled bool
	Missing   []string
}

// needed are the events without which a purchase would not follow its subscription.
var needed = []string{
	"checkout.session.completed", "customer.subscription.updated", "customer.subscription.deleted", "invoice.paid", "invoice.payment_failed",
	"charge.refunded", "charge.dispute.created",
}

// maxEndpoints is how many endpoints are listed.
const maxEndpoints = 100

// Endpoints returns the account's webhook endpoints.
func (c *Client) Endpoints(ctx context.Context) ([]Endpoint, error) {
	p := &stripe.WebhookEndpointListParams{}
	p.Context, p.Single, p.Limit = ctx, true, new(int64(maxEndpoints))
	list := c.api.WebhookEndpoints.List(p)
	var out []Endpoint
	for list.Next() {
		found := list.WebhookEndpoint()
		e := Endpoint{URL: found.URL, IsEnabled: found.Status == "enabled"}
		for _, event := range needed {
			if !slices.Contains(found.EnabledEvents, event) && !slices.Contains(found.EnabledEvents, "*") {
				e.Missing = append(e.Missing, event)
			}
		}
		out = append(out, e)
	}
	return out, failure(list.Err())
}
