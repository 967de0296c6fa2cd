package twilio

import (
	"context"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"

	"github.com/twilio/twilio-go/client"
	voice "github.com/twilio/twilio-go/rest/api/v2010"
	conversations "github.com/twilio/twilio-go/rest/conversations/v1"

	"switchboard/actors/carrier"
	"switchboard/storage/fault"
)

// Paths of the provider's callbacks under the public URL (rest/webhooks).
const (
	VoicePath         = "/v1/webhooks/twilio/voice"
	CallStatusPath    = "/v1/webhooks/twilio/call_status"
	ConferencePath    = "/v1/webhooks/twilio/conference"
	ConversationsPath = "/v1/webhooks/twilio/conversations"
	RecordingPath     = "/v1/webhooks/twilio/recording"
	AnnouncementPath  = "/v1/webhooks/twilio/announcement"
)

// requestTimeout bounds one operation, including its retries.
const requestTimeout = 15 * time.Second

// Config configures an account.
type Config struct {
	AccountSID string
	AuthToken  string
	// PublicURL is the address by which the provider reaches us: scheme and host,
	// perhaps a path.
	PublicURL string
	// Transport sends the requests; nil means the network. The simulator has its own.
	Transport http.RoundTripper
	// APIKeySID and APIKeySecret sign the access tokens of browsers, which place
	// calls through the voice application. Without them no browser has a phone.
	APIKeySID, APIKeySecret, ApplicationSID string
	// Here reports that browsers register at the product itself, because the provider
	// is simulated.
	Here bool
	// ServiceSID is the conversation service of conversations without one; "" means
	// the account's default service.
	ServiceSID string
	// Concurrency bounds the open requests; 0 means 40.
	Concurrency int
	// RetryBase is the first pause before a retry; 0 means 200 ms. It doubles, with
	// jitter, up to ten times itself.
	RetryBase time.Duration
}

// Client is the carrier: the REST requests of an account.
type Client struct {
	config    Config
	public    publicURL
	transport http.RoundTripper
	sound     *http.Client // of recordings

	attachments attachments
}

var (
	_ carrier.Carrier = (*Client)(nil)

	accountPattern = regexp.MustCompile(`^AC[0-9a-fA-F]{32}$`)
	servicePattern = regexp.MustCompile(`^IS[0-9a-fA-F]{32}$`)
	// tokenPattern is what twilio-go accepts; anything else would fail at the first
	// request.
	tokenPattern = regexp.MustCompile(`^[a-zA-Z0-9]+$`)
)

// New checks the configuration and returns a client. A missing or malformed auth
// token is fault.Invalid with the setting's name.
func New(config Config) (*Client, error) {
	switch {
	case !accountPattern.MatchString(config.AccountSID):
		return nil, fault.Field("account_sid", "The Twilio account SID must be AC and 32 hexadecimal digits.")
	case !tokenPattern.MatchString(config.AuthToken):
		return nil, fault.Field("auth_token", "The Twilio auth token must be letters and digits only.")
	case config.ServiceSID != "" && !servicePattern.MatchString(config.ServiceSID):
		return nil, fault.Field("service_sid", "The Twilio conversation service SID must be IS and 32 hexadecimal digits.")
	}
	public, err := url.Parse(config.PublicURL)
	if err != nil || public.Host == "" || (public.Scheme != "http" && public.Scheme != "https") {
		return nil, fault.Field("public_url", "The public URL must be an absolute http or https URL.")
	}
	if config.Concurrency <= 0 {
		config.Concurrency = 40
	}
	if config.RetryBase <= 0 {
		config.RetryBase = 200 * time.Millisecond
	}
	isNetwork := config.Transport == nil
	if isNetwork {
		config.Transport = &http.Transport{
			Proxy: http.ProxyFromEnvironment, ForceAttemptHTTP2: true, MaxIdleConnsPerHost: config.Concurrency,
			IdleConnTimeout: 90 * time.Second, TLSHandshakeTimeout: 5 * time.Second, ResponseHeaderTimeout: 8 * time.Second,
		}
	}
	return &Client{
		config:    config,
		public:    publicURL(strings.TrimRight(config.PublicURL, "/")),
		transport: newRetrier(config.Transport, config.RetryBase, config.Concurrency),
		sound:     newSound(config),

		attachments: newAttachments(config, isNetwork, internet.Transport()),
	}, nil
}

// Webhooks returns the parser of the same account's webhooks.
func (c *Client) Webhooks() *Webhooks {
	validator := client.NewRequestValidator(c.config.AuthToken)
	return &Webhooks{public: c.public, token: c.config.AuthToken, validator: &validator}
}

// handler returns twilio-go's request handler for one operation. The library sends
// each request with a background context, so it puts the caller's beneath it. Our own
// handler also keeps TWILIO_EDGE and TWILIO_REGION in the environment from changing
// the hosts.
func (c *Client) handler(ctx context.Context) *client.RequestHandler {
	return c.handlerAs(ctx, c.config.AccountSID, c.config.AuthToken)
}

// handlerAs authenticates with other credentials of the account.
func (c *Client) handlerAs(ctx context.Context, name, secret string) *client.RequestHandler {
	return c.handlerOf(ctx, c.config.AccountSID, name, secret)
}

// handlerOf sends the requests of an account.
func (c *Client) handlerOf(ctx context.Context, account, name, secret string) *client.RequestHandler {
	base := &client.Client{
		Credentials: client.NewCredentials(name, secret),
		HTTPClient: &http.Client{
			Transport: contextTransport{ctx: ctx, next: c.transport},
			CheckRedirect: func(*http.Request, []*http.Request) error {
				return http.ErrUseLastResponse
			},
		},
	}
	base.SetAccountSid(account)
	return &client.RequestHandler{Client: base}
}

func (c *Client) voice(ctx context.Context) *voice.ApiService {
	return voice.NewApiService(c.handler(ctx))
}

func (c *Client) conversations(ctx context.Context) *conversations.ApiService {
	return conversations.NewApiService(c.handler(ctx))
}

// retries asks the provider, in a callback's URL, to retry up to five times after any
// failure; by default it retries once, and only without a connection. The part after
// the # is neither sent nor signed.
// https://www.twilio.com/docs/usage/webhooks/webhooks-connection-overrides
const retries = "#rc=5&rp=all"

// publicURL is the address by which the provider reaches us, without a trailing
// slash.
type publicURL string

// callback returns the URL of a callback.
func (u publicURL) callback(path string, query url.Values) string {
	return string(u) + path + "?" + query.Encode() + retries
}

// text returns a pointer's value, or "" for nil: the library's models are all
// pointers.
func text(p *string) string {
	if p == nil {
		return ""
	}
	return *p
}
