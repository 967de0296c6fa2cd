package doctor

import (
	"regexp"
	"strings"

	"switchboard/cmd/switchboard/config"
)

var secret = regexp.MustCompile(`^[a-zA-Z0-9]+$`)

// setting is a setting with a defined form.
type setting struct {
	name, value string
	form        *regexp.Regexp
	want        string
}

func settingsOf(t config.Twilio) []setting {
	sid := func(name, value, prefix string) setting {
		return setting{name, value, regexp.MustCompile("^" + prefix + "[0-9a-fA-F]{32}$"), prefix + " and 32 hexadecimal digits"}
	}
	return []setting{
		sid("TWILIO_ACCOUNT_SID", t.AccountSID, "AC"),
		{"TWILIO_AUTH_TOKEN", t.AuthToken, secret, "letters and digits only"},
		sid("TWILIO_SERVICE_SID", t.ServiceSID, "IS"),
		sid("TWILIO_API_KEY_SID", t.APIKeySID, "SK"),
		{"TWILIO_API_KEY_SECRET", t.APIKeySecret, secret, "letters and digits only"},
		sid("TWILIO_VOICE_APPLICATION_SID", t.ApplicationSID, "AP"),
	}
}

// examineSettings checks the settings; whole reports whether there is an
// account to check further.
func examineSettings(c config.Config, refused error) (findings []finding, whole bool) {
	if refused != nil {
		findings = append(findings, found(fail, "settings", "%s", refused))
	}
	var absent []string
	for _, s := range settingsOf(c.Twilio) {
		switch {
		case s.value == "":
			absent = append(absent, s.name)
		case !s.form.MatchString(s.value):
			findings = append(findings, found(fail, s.name, "want %s; copy it again from the provider's console", s.want))
		}
	}
	switch {
	case len(findings) > 0:
		return findings, false
	case !c.Twilio.Configured() && c.Simulated():
		return []finding{found(ok, "settings", "no account is set, so the simulated phone network is used; for a real one set %s and SWITCHBOARD_PUBLIC_URL", strings.Join(absent, ", "))}, false
	case !c.Twilio.Configured():
		return []finding{found(warn, "settings", "no account is set and the simulator is off, so there is no phone network; for a real one set %s and SWITCHBOARD_PUBLIC_URL", strings.Join(absent, ", "))}, false
	case len(absent) > 0:
		return []finding{found(fail, "settings", "nobody can speak in the browser; set %s", strings.Join(absent, ", "))}, true
	default:
		return []finding{found(ok, "settings", "all are present and well formed")}, true
	}
}
