package config

import (
	"fmt"
	"strings"

	"switchboard/storage/id"
)

// Stripe is a payment account.
type Stripe struct {
	SecretKey, WebhookSecret, PublishableKey string
	// APIURL is where the API is; empty means Stripe's own.
	APIURL string
}

// Configured reports whether there is an account.
func (s Stripe) Configured() bool { return s.SecretKey != "" }

// IsLive reports whether money moves.
func (s Stripe) IsLive() bool {
	return strings.HasPrefix(s.SecretKey, "sk_live_") || strings.HasPrefix(s.SecretKey, "rk_live_")
}

// SimulatesPayments reports whether payments are simulated: where the phone network is simulated
// in this process, unless there is an account.
func (c Config) SimulatesPayments() bool {
	return !c.Stripe.Configured() && (c.Embedded() || c.Simulator == InProcess)
}

// The values of SWITCHBOARD_MARKET_STOP.
const (
	StopOnline  = "online"
	StopContact = "contact"
)

func readMarket(c *Config, get func(string) string) error {
	c.Stripe = Stripe{
		SecretKey: get("STRIPE_SECRET_KEY"), WebhookSecret: get("STRIPE_WEBHOOK_SECRET"), PublishableKey: get("STRIPE_PUBLISHABLE_KEY"),
		APIURL: strings.TrimSuffix(get("STRIPE_API_URL"), "/"),
	}
	if text := get("SWITCHBOARD_MARKET_ORGANIZATION"); text != "" {
		organization, ok := id.Parse(text)
		if !ok {
			return fmt.Errorf("SWITCHBOARD_MARKET_ORGANIZATION: want the id of an organization (switchboard organization list), not %q", text)
		}
		c.Market = organization
	}
	c.MarketStop = or(get("SWITCHBOARD_MARKET_STOP"), StopOnline)
	if c.MarketStop != StopOnline && c.MarketStop != StopContact {
		return fmt.Errorf("SWITCHBOARD_MARKET_STOP: want online or contact, not %q", c.MarketStop)
	}
	return nil
}

func (s Stripe) check(publicURL string) error {
	switch set := given(s.SecretKey, s.WebhookSecret, s.PublishableKey); {
	case set == 0 && s.APIURL == "":
		return nil
	case set < 3:
		return fmt.Errorf("STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET and STRIPE_PUBLISHABLE_KEY: set all three, or none")
	case !strings.HasPrefix(s.SecretKey, "sk_") && !strings.HasPrefix(s.SecretKey, "rk_"):
		return fmt.Errorf("STRIPE_SECRET_KEY: want a key that starts with sk_ or rk_")
	case !strings.HasPrefix(s.PublishableKey, "pk_"):
		return fmt.Errorf("STRIPE_PUBLISHABLE_KEY: want a key that starts with pk_; it is shown to browsers")
	case s.IsLive() != strings.HasPrefix(s.PublishableKey, "pk_live_"):
		return fmt.Errorf("STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY: one is a live key and the other a test key")
	case !strings.HasPrefix(s.WebhookSecret, "whsec_"):
		return fmt.Errorf("STRIPE_WEBHOOK_SECRET: want the signing secret of the webhook endpoint, which starts with whsec_")
	case s.IsLive() && !strings.HasPrefix(publicURL, "https://"):
		return fmt.Errorf("SWITCHBOARD_PUBLIC_URL: an https:// address is needed with a live payment account, since Stripe calls it")
	}
	if s.APIURL != "" {
		if err := checkOrigin(s.APIURL); err != nil {
			return fmt.Errorf("STRIPE_API_URL: %w", err)
		}
	}
	return nil
}
