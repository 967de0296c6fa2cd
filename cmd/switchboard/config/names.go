package config

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

const ownPrefix = "SWITCHBOARD_"

// names lists the settings that Load reads, in its order.
func names() []string {
	var read []string
	_, _ = Load(func(name string) string { // without any setting nothing can be refused
		if !slices.Contains(read, name) {
			read = append(read, name)
		}
		return ""
	})
	return read
}

// injected are the variables that Kubernetes sets in each pod for a service
// named "switchboard" or "switchboard-…".
var injected = regexp.MustCompile(`^SWITCHBOARD_(.+_)?(SERVICE_HOST|SERVICE_PORT(_.+)?|PORT|PORT_\d+_(TCP|UDP|SCTP)(_.+)?)$`)

// testing are the variables of this repository's tests and benchmarks.
var testing = regexp.MustCompile(`^SWITCHBOARD_(TEST_.+|E2E.*|BINARY|SOAK|SEED|CROWD)$`)

// CheckNames refuses variables, as os.Environ lists them, that look like
// settings of the product but are none: a misspelled setting would silently
// have no effect.
func CheckNames(environ []string) error {
	known := names()
	for _, pair := range environ {
		name, _, _ := strings.Cut(pair, "=")
		if !strings.HasPrefix(name, ownPrefix) || slices.Contains(known, name) || injected.MatchString(name) || testing.MatchString(name) {
			continue
		}
		nearest := slices.MinFunc(known, func(a, b string) int { return distance(name, a) - distance(name, b) })
		return fmt.Errorf("%s: there is no such setting; the nearest is %s. Correct or remove it (docs/configuration.md lists all settings)", name, nearest)
	}
	return nil
}

// distance is the Levenshtein distance of two names.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// Setting is a setting and its current value.
type Setting struct {
	Name, Value string
	// Default reports that the environment does not set it.
	Default bool
}

// secrets are never shown.
var secrets = []string{"SWITCHBOARD_SECRET_KEY", "SWITCHBOARD_FIELD_KEYS", "SWITCHBOARD_BACKUP_PASSPHRASE", "SWITCHBOARD_METRICS_TOKEN", "TWILIO_AUTH_TOKEN", "TWILIO_API_KEY_SECRET", "STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"}

// Settings lists all settings of a configuration that Load made with get.
// Secrets are hidden.
func (c Config) Settings(get func(string) string) []Setting {
	defaults := map[string]string{
		"SWITCHBOARD_ADDR": c.Addr, "SWITCHBOARD_PUBLIC_URL": "http://" + c.Addr, "SWITCHBOARD_DATA_DIR": c.DataDir,
		"SWITCHBOARD_SECRET_KEY": "in " + c.SecretFile(), "SWITCHBOARD_FIELD_KEYS": "derived from the secret key",
		"DATABASE_URL": "embedded PostgreSQL", "SWITCHBOARD_CLUSTER": "local", "SWITCHBOARD_PHONE_APP": c.PhoneApp, "SWITCHBOARD_FILES_URL": "file://" + c.FilesDir(),
		"SWITCHBOARD_SALESFORCE_APP": c.SalesforceApp, "SWITCHBOARD_LOG_LEVEL": strings.ToLower(c.LogLevel.String()), "SWITCHBOARD_LOG_FORMAT": "text", "SWITCHBOARD_MARKET_STOP": c.MarketStop, "SWITCHBOARD_LOG_SAMPLE": "1",
	}
	if c.Simulated() {
		defaults["SWITCHBOARD_SIMULATOR"] = InProcess
	}
	var all []Setting
	for _, name := range names() {
		value := get(name)
		s := Setting{Name: name, Value: value, Default: value == ""}
		switch {
		case s.Default:
			s.Value = defaults[name]
			if s.Value == "" {
				s.Value = "none"
			}
		case slices.Contains(secrets, name):
			s.Value = "(hidden)"
		case strings.HasSuffix(name, "_URL"):
			s.Value = "(hidden)"
			if u, err := url.Parse(value); err == nil {
				s.Value = u.Redacted()
			}
		case name == "SWITCHBOARD_DATA_DIR":
			s.Value = c.DataDir
		}
		all = append(all, s)
	}
	return all
}
