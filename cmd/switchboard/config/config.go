package config

import (
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"

	"switchboard/actors/mail/smtp"
	"switchboard/storage/id"
)

// Config holds all settings.
type Config struct {
	// Addr is the listening address of HTTP, WebSocket and UI.
	Addr string
	// PublicURL is the scheme and host of links, callbacks and signature
	// checks; empty means http:// and the listening address.
	PublicURL string
	// DataDir holds the embedded database, files and keys.
	DataDir string
	// DatabaseURL is a PostgreSQL URL; empty means the embedded PostgreSQL.
	DatabaseURL string
	// Files is where the bytes of files are stored.
	Files Files
	// AllowedOrigins are the origins, besides the public one, that may open
	// sockets and call the API from a browser: scheme, host and port,
	// exactly.
	AllowedOrigins []string
	// SecretKey encrypts and signs; empty means one generated into the data
	// directory.
	SecretKey string
	// FieldKeys are the keys of encrypted fields, in base64, separated by
	// commas: the first encrypts; the others and the key derived from
	// SecretKey only decrypt. Empty means the derived key alone.
	FieldKeys string
	// BackupPassphrase encrypts backups; empty for those that are not encrypted.
	BackupPassphrase string
	// BackupURL is where backups are, unless the command names another place.
	BackupURL string
	// RedisURL carries events and leases between nodes; empty means a single node.
	RedisURL string
	// Cluster configures how nodes share the actors; the zero value means
	// that this process runs all its actors.
	Cluster Cluster
	// TrustedProxies are the networks whose X-Forwarded-For is trusted.
	TrustedProxies []netip.Prefix
	// Simulator is InProcess, or the address of a simulated provider that
	// several nodes share. Empty means a simulator in this process if the
	// database is embedded and there is no account, otherwise none.
	Simulator string
	// PhoneApp is the name of the app that represents the phone.
	PhoneApp string
	// SalesforceApp is the name of the app that represents the connection
	// with Salesforce.
	SalesforceApp string
	// PrivateNetworks are the networks, besides the public internet, in which
	// the server may call other systems on behalf of users.
	PrivateNetworks []netip.Prefix
	// Twilio is the carrier account; the zero value means none.
	Twilio Twilio
	// Stripe is the payment account; the zero value means none.
	Stripe Stripe
	// Market is the organization that sells in the marketplace; empty means
	// the demo organization, or none without a demo.
	Market id.ID
	// MarketStop is "online" if buyers can cancel subscriptions themselves,
	// otherwise "contact".
	MarketStop string
	// MetricsToken is required to read /metrics on the product's address;
	// empty disables it there.
	MetricsToken string
	// MetricsAddr is a separate address for /metrics only, without a token;
	// empty means none.
	MetricsAddr string
	// SMTP is the mail server; the zero value means none.
	SMTP smtp.Config
	// LogLevel is the minimum level that is logged; LogJSON writes JSON
	// lines.
	LogLevel slog.Level
	LogJSON  bool
	// LogSample logs one in LogSample requests that succeeded and were not
	// slow.
	LogSample int
}

// Twilio is an account of the carrier.
type Twilio struct {
	AccountSID string
	AuthToken  string
	ServiceSID string
	// APIKeySID, APIKeySecret and ApplicationSID are required for the phones
	// in browsers.
	APIKeySID, APIKeySecret, ApplicationSID string
}

// Configured reports whether there is an account.
func (t Twilio) Configured() bool { return t.AccountSID != "" }

// PhoneApp is the default name of the app that represents the phone.
const PhoneApp = "ValPhone"

// SalesforceApp is the default name of the app that represents the connection
// with Salesforce.
const SalesforceApp = "ValPhone for Salesforce"

// InProcess is the value of SWITCHBOARD_SIMULATOR that simulates the phone network
// in this process, whatever the database.
const InProcess = "in-process"

// Simulated reports whether the phone network is simulated.
func (c Config) Simulated() bool {
	return !c.Twilio.Configured() && (c.Embedded() || c.Simulator != "")
}

// Embedded reports whether the product runs its own database. Only then is
// the demo organization created.
func (c Config) Embedded() bool { return c.DatabaseURL == "" }

// Load reads the configuration by get, which has the signature of os.Getenv.
func Load(get func(string) string) (Config, error) {
	c := Config{
		Addr:         or(get("SWITCHBOARD_ADDR"), "127.0.0.1:8080"),
		PublicURL:    strings.TrimSuffix(get("SWITCHBOARD_PUBLIC_URL"), "/"),
		DataDir:      or(get("SWITCHBOARD_DATA_DIR"), "./.data"),
		DatabaseURL:  get("DATABASE_URL"),
		RedisURL:     get("REDIS_URL"),
		MetricsToken: get("SWITCHBOARD_METRICS_TOKEN"),
		MetricsAddr:  get("SWITCHBOARD_METRICS_ADDR"),
		SecretKey:    get("SWITCHBOARD_SECRET_KEY"),
		FieldKeys:    get("SWITCHBOARD_FIELD_KEYS"),

		BackupPassphrase: get("SWITCHBOARD_BACKUP_PASSPHRASE"),
		BackupURL:        get("SWITCHBOARD_BACKUP_URL"),
		PhoneApp:         or(get("SWITCHBOARD_PHONE_APP"), PhoneApp),
		SalesforceApp:    or(get("SWITCHBOARD_SALESFORCE_APP"), SalesforceApp),
		Simulator:        strings.TrimSuffix(get("SWITCHBOARD_SIMULATOR"), "/"),
		Twilio: Twilio{
			AccountSID: get("TWILIO_ACCOUNT_SID"), AuthToken: get("TWILIO_AUTH_TOKEN"),
			ServiceSID: get("TWILIO_SERVICE_SID"), APIKeySID: get("TWILIO_API_KEY_SID"),
			APIKeySecret: get("TWILIO_API_KEY_SECRET"), ApplicationSID: get("TWILIO_VOICE_APPLICATION_SID"),
		},
	}
	if err := readMarket(&c, get); err != nil {
		return Config{}, err
	}
	for origin := range strings.SplitSeq(get("SWITCHBOARD_ALLOWED_ORIGINS"), ",") {
		if origin = strings.TrimSpace(origin); origin != "" {
			c.AllowedOrigins = append(c.AllowedOrigins, origin)
		}
	}
	var err error
	if c.Cluster, err = parseCluster(get("SWITCHBOARD_CLUSTER")); err != nil {
		return Config{}, fmt.Errorf("SWITCHBOARD_CLUSTER: %w", err)
	}
	if c.TrustedProxies, err = parseNetworks(get("SWITCHBOARD_TRUSTED_PROXIES")); err != nil {
		return Config{}, fmt.Errorf("SWITCHBOARD_TRUSTED_PROXIES: %w", err)
	}
	if c.PrivateNetworks, err = parseNetworks(get("SWITCHBOARD_PRIVATE_NETWORKS")); err != nil {
		return Config{}, fmt.Errorf("SWITCHBOARD_PRIVATE_NETWORKS: %w", err)
	}
	if c.SMTP, err = parseMail(get("SWITCHBOARD_SMTP_URL"), get("SWITCHBOARD_MAIL_FROM")); err != nil {
		return Config{}, err
	}
	if c.Files, err = parseFiles(get("SWITCHBOARD_FILES_URL")); err != nil {
		return Config{}, fmt.Errorf("SWITCHBOARD_FILES_URL: %w", err)
	}
	dir, err := filepath.Abs(c.DataDir)
	if err != nil {
		return Config{}, fmt.Errorf("SWITCHBOARD_DATA_DIR: %w", err)
	}
	c.DataDir = dir
	if err := c.LogLevel.UnmarshalText([]byte(or(get("SWITCHBOARD_LOG_LEVEL"), "info"))); err != nil {
		return Config{}, fmt.Errorf("SWITCHBOARD_LOG_LEVEL: want debug, info, warn or error, not %q", get("SWITCHBOARD_LOG_LEVEL"))
	}
	switch format := or(get("SWITCHBOARD_LOG_FORMAT"), "text"); format {
	case "text", "json":
		c.LogJSON = format == "json"
	default:
		return Config{}, fmt.Errorf("SWITCHBOARD_LOG_FORMAT: want text or json, not %q", format)
	}
	sample := or(get("SWITCHBOARD_LOG_SAMPLE"), "1")
	if c.LogSample, err = strconv.Atoi(sample); err != nil || c.LogSample < 1 {
		return Config{}, fmt.Errorf("SWITCHBOARD_LOG_SAMPLE: want a whole number from 1, not %q", sample)
	}
	return c, c.check()
}

func (c Config) check() error {
	if _, _, err := net.SplitHostPort(c.Addr); err != nil {
		return fmt.Errorf("SWITCHBOARD_ADDR: want host:port, not %q", c.Addr)
	}
	if c.MetricsAddr != "" {
		if _, _, err := net.SplitHostPort(c.MetricsAddr); err != nil {
			return fmt.Errorf("SWITCHBOARD_METRICS_ADDR: want host:port, not %q", c.MetricsAddr)
		}
	}
	if c.PublicURL != "" {
		if err := checkOrigin(c.PublicURL); err != nil {
			return fmt.Errorf("SWITCHBOARD_PUBLIC_URL: %w", err)
		}
	}
	for _, origin := range c.AllowedOrigins {
		if err := checkOrigin(origin); err != nil {
			return fmt.Errorf("SWITCHBOARD_ALLOWED_ORIGINS: %w", err)
		}
	}
	if c.DatabaseURL != "" && !strings.HasPrefix(c.DatabaseURL, "postgres://") && !strings.HasPrefix(c.DatabaseURL, "postgresql://") {
		return fmt.Errorf("DATABASE_URL: want a URL that starts with postgres://")
	}
	if c.SecretKey != "" {
		if _, err := decodeSecret(c.SecretKey); err != nil {
			return fmt.Errorf("SWITCHBOARD_SECRET_KEY: %w", err)
		}
	}
	if _, err := c.ownFieldKeys(); err != nil {
		return fmt.Errorf("SWITCHBOARD_FIELD_KEYS: %w", err)
	}
	if c.Simulator != "" {
		if err := checkOrigin(c.Simulator); err != nil && c.Simulator != InProcess {
			return fmt.Errorf("SWITCHBOARD_SIMULATOR: %w, nor %s", err, InProcess)
		}
		if c.Twilio.Configured() {
			return fmt.Errorf("SWITCHBOARD_SIMULATOR and TWILIO_ACCOUNT_SID: set one of them")
		}
	}
	if err := c.checkNodes(); err != nil {
		return err
	}
	if err := c.Stripe.check(c.PublicURL); err != nil {
		return err
	}
	return c.Twilio.check(c.PublicURL)
}

// given counts the values that are set.
func given(values ...string) (set int) {
	for _, v := range values {
		if v != "" {
			set++
		}
	}
	return set
}

func (t Twilio) check(publicURL string) error {
	set, phones := given(t.AccountSID, t.AuthToken, t.ServiceSID), given(t.APIKeySID, t.APIKeySecret, t.ApplicationSID)
	switch {
	case phones != 0 && (phones < 3 || set == 0):
		return fmt.Errorf("TWILIO_API_KEY_SID, TWILIO_API_KEY_SECRET and TWILIO_VOICE_APPLICATION_SID: set all three along with an account, or none")
	case set == 0:
		return nil
	case set < 3:
		return fmt.Errorf("TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_SERVICE_SID: set all three, or none")
	case !strings.HasPrefix(publicURL, "https://"):
		return fmt.Errorf("SWITCHBOARD_PUBLIC_URL: an https:// address is needed with a Twilio account, since Twilio calls it")
	default:
		return nil
	}
}

// parseMail parses the mail server and the sender: both or none.
func parseMail(server, from string) (smtp.Config, error) {
	if server == "" && from == "" {
		return smtp.Config{}, nil
	}
	if server == "" || from == "" {
		return smtp.Config{}, fmt.Errorf("SWITCHBOARD_SMTP_URL and SWITCHBOARD_MAIL_FROM: set both, or none")
	}
	c, err := smtp.Parse(server, from)
	if err != nil {
		return smtp.Config{}, fmt.Errorf("SWITCHBOARD_SMTP_URL and SWITCHBOARD_MAIL_FROM: %w", err)
	}
	return c, nil
}

func checkOrigin(text string) error {
	u, err := url.Parse(text)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" ||
		u.User != nil || u.Path != "" || u.RawQuery != "" || u.Fragment != "" {
		return fmt.Errorf("want scheme and host such as https://desk.example.com, not %q", text)
	}
	return nil
}

func or(value, fallback string) string {
	if value == "" {
		return fallback
	}
	return value
}
