package hub

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"strconv"
	"strings"
	"time"

	"switchboard/storage/id"
)

// recoveryToken is what a pid says. It is signed, so that any node can trust it
// without having known the session: a killed node's clients recover too.
type recoveryToken struct {
	Organization id.ID
	User         id.ID
	Session      id.ID
	SID          string // the Socket.IO session id, kept over recoveries
	Start        int64  // nothing before this place belongs to the session
	Rights       string // the key of the rights under which the session began
	Expires      time.Time
}

const pidVersion = "2"

func (t recoveryToken) sign(key []byte) string {
	body := strings.Join([]string{
		pidVersion, t.Organization.String(), t.User.String(), t.Session.String(), t.SID,
		strconv.FormatInt(t.Start, 36), t.Rights, strconv.FormatInt(t.Expires.Unix(), 36),
	}, ".")
	return body + "." + mac(key, body)
}

func mac(key []byte, body string) string {
	h := hmac.New(sha256.New, key)
	h.Write([]byte("switchboard recovery\x00"))
	h.Write([]byte(body))
	return base64.RawURLEncoding.EncodeToString(h.Sum(nil)[:16])
}

// readPID checks a pid's signature and expiry; ok is false for one that is forged,
// of another kind, or too old.
func readPID(key []byte, pid string, now time.Time) (t recoveryToken, ok bool) {
	if len(pid) > 400 {
		return t, false
	}
	cut := strings.LastIndexByte(pid, '.')
	if cut < 0 || !hmac.Equal([]byte(pid[cut+1:]), []byte(mac(key, pid[:cut]))) {
		return t, false
	}
	parts := strings.Split(pid[:cut], ".")
	if len(parts) != 8 || parts[0] != pidVersion {
		return t, false
	}
	start, err := strconv.ParseInt(parts[5], 36, 64)
	if err != nil {
		return t, false
	}
	expires, err := strconv.ParseInt(parts[7], 36, 64)
	if err != nil || now.Unix() >= expires {
		return t, false
	}
	return recoveryToken{
		Organization: id.ID(parts[1]), User: id.ID(parts[2]), Session: id.ID(parts[3]), SID: parts[4],
		Start: start, Rights: parts[6], Expires: time.Unix(expires, 0),
	}, true
}

// offsetText and readOffset turn a place into the last argument of an event and back.
func offsetText(seq int64) string { return strconv.FormatInt(seq, 10) }

func readOffset(text string) (int64, bool) {
	if text == "" || len(text) > 18 || text[0] == '+' || text[0] == '-' {
		return 0, false
	}
	n, err := strconv.ParseInt(text, 10, 64)
	return n, err == nil
}
