package stripe

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/stripe/stripe-go/v76"
	"github.com/stripe/stripe-go/v76/client"

	"switchboard/actors/payments"
	"switchboard/storage/fault"
)

// Config is an account.
type Config struct {
	SecretKey     string
	WebhookSecret string
	// URL is where the API is, "" for Stripe's own.
	URL string
	// Transport carries the requests, nil for the network.
	Transport http.RoundTripper
}

// timeout bounds one request.
const timeout = 12 * time.Second

// Client is the payment provider of an account.
type Client struct {
	api    *client.API
	secret string // of webhooks
}

var _ payments.Provider = (*Client)(nil)

// New returns the client of an account.
func New(c Config) *Client {
	config := &stripe.BackendConfig{
		HTTPClient:        &http.Client{Transport: c.Transport, Timeout: timeout},
		LeveledLogger:     &stripe.LeveledLogger{Level: stripe.LevelNull},
		MaxNetworkRetries: new(int64(1)),
		EnableTelemetry:   new(false),
	}
	if c.URL != "" {
		config.URL = new(c.URL)
	}
	backend := stripe.GetBackendWithConfig(stripe.APIBackend, config)
	return &Client{api: client.New(c.SecretKey, &stripe.Backends{API: backend, Connect: backend, Uploads: backend}), secret: c.WebhookSecret}
}

// params are those that every request has.
func params(ctx context.Context, key string, expand ...string) stripe.Params {
	p := stripe.Params{Context: ctx}
	if key != "" {
		p.SetIdempotencyKey(key)
	}
	for _, field := range expand {
		p.AddExpand(field)
	}
	return p
}

// failure returns a provider's error as one of ours.
func failure(err error) error {
	if err == nil {
		return nil
	}
	reported, isReported := errors.AsType[*stripe.Error](err)
	switch {
	case !isReported:
		return fault.Wrap(err, fault.Unavailable, "The payment provider does not answer. Try again in a minute.")
	case reported.HTTPStatusCode == http.StatusNotFound || reported.Code == stripe.ErrorCodeResourceMissing:
		return fault.Wrap(err, fault.NotFound, "The payment provider does not know this item.")
	case reported.HTTPStatusCode == http.StatusPaymentRequired:
		return fault.Wrap(err, fault.Conflict, "The card was declined: %s", reported.Msg)
	case reported.HTTPStatusCode == http.StatusUnauthorized, reported.HTTPStatusCode == http.StatusForbidden:
		return fault.Wrap(err, fault.Unavailable, "The payment provider does not accept this installation's account. An operator must check STRIPE_SECRET_KEY.")
	case reported.HTTPStatusCode == http.StatusTooManyRequests, reported.HTTPStatusCode >= http.StatusInternalServerError:
		return fault.Wrap(err, fault.Unavailable, "The payment provider is busy. Try again in a minute.")
	default:
		return fault.Wrap(err, fault.Conflict, "The payment provider refused: %s", reported.Msg)
	}
}

func at(seconds int64) time.Time {
	if seconds == 0 {
		return time.Time{}
	}
	return time.Unix(seconds, 0).UTC()
}
