package doctor

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"time"

	"switchboard/actors/carrier/twilio"
	"switchboard/cmd/switchboard/config"
	"switchboard/storage/fault"
)

// limit bounds each request.
const limit = 10 * time.Second

// Provider is the phone provider as seen by the checks.
type Provider interface {
	Account(ctx context.Context) (twilio.Account, error)
	Key(ctx context.Context) error
	KeySecret(ctx context.Context) error
	Application(ctx context.Context) (twilio.Application, error)
	Numbers(ctx context.Context) ([]twilio.Number, error)
	Conversations(ctx context.Context) (service, account twilio.Told, err error)
	Addresses(ctx context.Context) ([]twilio.Address, error)
}

var _ Provider = twilio.Setup{}

// Phone checks the phone account of a configuration.
type Phone struct {
	config  config.Config
	refused error // why the configuration is invalid, nil if it is valid

	network http.RoundTripper // to the provider
	public  http.RoundTripper // to the public URL
	resolve func(ctx context.Context, host string) ([]netip.Addr, error)
	now     func() time.Time
	timeout time.Duration
}

// NewPhone takes the results of config.Load, including its error, which
// becomes a finding.
func NewPhone(c config.Config, refused error) *Phone {
	return &Phone{
		config: c, refused: refused, now: time.Now, timeout: limit,
		network: &http.Transport{Proxy: http.ProxyFromEnvironment, ForceAttemptHTTP2: true, DisableKeepAlives: true},
		public:  &http.Transport{Proxy: http.ProxyFromEnvironment, ForceAttemptHTTP2: true, DisableKeepAlives: true},
		resolve: func(ctx context.Context, host string) ([]netip.Addr, error) {
			return net.DefaultResolver.LookupNetIP(ctx, "ip", host)
		},
	}
}

// Run prints a line for each check. The error says how many failed, if any
// did.
func (p *Phone) Run(ctx context.Context, out io.Writer) error {
	failures := 0
	report := func(findings ...finding) error {
		failed, err := write(out, findings)
		failures += failed
		return err
	}
	settings, whole := examineSettings(p.config, p.refused)
	if err := report(settings...); err != nil {
		return err
	}
	if whole {
		for _, examine := range []func(context.Context) []finding{p.provider, p.reach, p.webhook} {
			if err := report(examine(ctx)...); err != nil {
				return err
			}
		}
	}
	if failures == 0 {
		return nil
	}
	return fmt.Errorf("%s failed; see docs/telephony.md", fault.Count(failures, "check", "checks"))
}

// provider checks the account. If the account does not answer, the other
// checks are skipped.
func (p *Phone) provider(ctx context.Context) []finding {
	t := p.config.Twilio
	clock := &clock{next: p.network, now: p.now}
	client, err := twilio.New(twilio.Config{
		AccountSID: t.AccountSID, AuthToken: t.AuthToken, ServiceSID: t.ServiceSID, PublicURL: p.config.PublicURL,
		APIKeySID: t.APIKeySID, APIKeySecret: t.APIKeySecret, ApplicationSID: t.ApplicationSID, Transport: clock,
	})
	if err != nil {
		return []finding{found(fail, "account", "%s", detail(err))}
	}
	checks := checks{client.Setup(), addresses{p.config.PublicURL}, t, p.timeout}
	account, answers := checks.account(ctx)
	findings := []finding{account}
	if skew, known := clock.skew(); known {
		findings = append(findings, judgeClock(skew))
	}
	if !answers {
		return findings
	}
	if t.APIKeySID != "" {
		findings = append(findings, checks.key(ctx), checks.application(ctx))
	}
	findings = append(findings, checks.conversations(ctx))
	return append(findings, checks.numbers(ctx)...)
}

// checks runs checks against the provider.
type checks struct {
	provider Provider
	ours     addresses
	settings config.Twilio
	timeout  time.Duration
}

// within runs one request within the time limit.
func within[T any](ctx context.Context, timeout time.Duration, ask func(context.Context) (T, error)) (T, error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	return ask(ctx)
}
