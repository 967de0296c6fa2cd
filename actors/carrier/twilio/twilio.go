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

// Paths under the public URL that the provider calls back (rest/webhooks).
const (
	VoicePath         = "/v1/webhooks/twilio/voice"
	CallStatusPath    = "/v1/webhooks/twilio/call_status"
	ConferencePath    = "/v1/webhooks/twilio/conference"
	ConversationsPath = "/v1/webhooks/twilio/conversations"
	RecordingPath     = "/v1/webhooks/twilio/recording"
	AnnouncementPath  = "/v1/webhooks/twilio/announcement"
)

// requestTimeout bounds one operation, its repeats included.
const requestTimeout = 15 * time.Second

// Config says which account is spoken for and how.
type Config struct {
	AccountSID string
	AuthToken  string
	// PublicURL is where the provider reaches us: scheme and host, perhaps a path.
	PublicURL string
	// Transport carries the requests; nil means the network. The simulator gives its own.
	Transport http.RoundTripper
	// APIKeySID and APIKeySecret sign the access tokens of browsers, which may place calls
	// by the voice application. Without them nobody has a phone in his browser.
	APIKeySID, APIKeySecret, ApplicationSID string
	// Here says that browsers register at the product itself: the provider is simulated.
	Here bool
	// ServiceSID is the conversation service used where a conversation names none;
	// "" means the account's default service.
	ServiceSID string
	// Concurrency bounds the open requests; 0 means 40.
	Concurrency int
	// RetryBase is the first pause before a repeat; 0 means 200 ms. It doubles, with
	// jitter, up to ten times itself.
	RetryBase time.Duration
}

// Client is the carrier: what is asked of an account by REST.
type Client struct {
	config    Config
	public    publicURL
	transport http.RoundTripper
	sound     *http.Client // of recordings
}

var (
	_ carrier.Carrier = (*Client)(nil)

	accountPattern = regexp.MustCompile(`^AC[0-9a-fA-F]{32}$`)
	servicePattern = regexp.MustCompile(`^IS[0-9a-fA-F]{32}$`)
	// tokenPattern is what twilio-go accepts; anything else would fail at the first request.
	tokenPattern = regexp.MustCompile(`^[a-zA-Z0-9]+$`)
)

// New checks the configuration and makes a client. An account without an auth
// token, or a malformed one, is fault.Invalid with the setting's name.
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
	if config.Transport == nil {
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
	}, nil
}

// Webhooks reads and answers what the provider tells of the same account.
func (c *Client) Webhooks() *Webhooks {
	validator := client.NewRequestValidator(c.config.AuthToken)
	return &Webhooks{public: c.public, token: c.config.AuthToken, validator: &validator}
}

// handler makes twilio-go's request handler for one operation. The library sends
// each request with a background context, so the caller's is put back beneath it;
// a handler of our own also keeps TWILIO_EDGE and TWILIO_REGION of the
// environment from changing the hosts.
func (c *Client) handler(ctx context.Context) *client.RequestHandler {
	return c.handlerAs(ctx, c.config.AccountSID, c.config.AuthToken)
}

// handlerAs signs in with other credentials of the account.
func (c *Client) handlerAs(ctx context.Context, name, secret string) *client.RequestHandler {
	base := &client.Client{
		Credentials: client.NewCredentials(name, secret),
		HTTPClient: &http.Client{
			Transport: contextTransport{ctx: ctx, next: c.transport},
			CheckRedirect: func(*http.Request, []*http.Request) error {
				return http.ErrUseLastResponse
			},
		},
	}
	base.SetAccountSid(c.config.AccountSID)
	return &client.RequestHandler{Client: base}
}

func (c *Client) voice(ctx context.Context) *voice.ApiService {
	return voice.NewApiService(c.handler(ctx))
}

func (c *Client) conversations(ctx context.Context) *conversations.ApiService {
	return conversations.NewApiService(c.handler(ctx))
}

// retries asks the provider, behind a callback's URL, to send it up to five times again
// whatever went wrong; by itself it tries once more, and only where it found no
// connection. What stands behind the # is neither sent nor signed.
// https://www.twilio.com/docs/usage/webhooks/webhooks-connection-overrides
const retries = "#rc=5&rp=all"

// publicURL is where the provider reaches us, without a slash at its end.
type publicURL string

// callback builds a URL the provider calls back.
func (u publicURL) callback(path string, query url.Values) string {
	return string(u) + path + "?" + query.Encode() + retries
}

// text gives a pointer's value, "" for nil: the library's models are all pointers.
func text(p *string) string {
	if p == nil {
		return ""
	}
	return *p
}
