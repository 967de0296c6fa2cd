package pid

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"strconv"
	"strings"
	"time"

	"switchboard/storage/id"
)

// Token is the content of a pid. It is signed, so that any node can trust it
// without having known the session: the clients of a killed node recover too.
type Token struct {
	Organization id.ID
	User         id.ID
	Session      id.ID
	SID          string // the Socket.IO session id, which survives recoveries
	Start        int64  // nothing before this position belongs to the session
	Rights       string // the key of the rights under which the session began
	Expires      time.Time
}

const version = "2"

// Sign encodes the token as text that clients send back.
func (t Token) Sign(key []byte) string {
	body := strings.Join([]string{
		version, t.Organization.String(), t.User.String(), t.Session.String(), t.SID,
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

// Read checks a pid's signature and expiry; ok is false for a pid that is
// forged, of another version, or expired.
func Read(key []byte, pid string, now time.Time) (t Token, ok bool) {
	if len(pid) > 400 {
		return t, false
	}
	cut := strings.LastIndexByte(pid, '.')
	if cut < 0 || !hmac.Equal([]byte(pid[cut+1:]), []byte(mac(key, pid[:cut]))) {
		return t, false
	}
	parts := strings.Split(pid[:cut], ".")
	if len(parts) != 8 || parts[0] != version {
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
	return Token{
		Organization: id.ID(parts[1]), User: id.ID(parts[2]), Session: id.ID(parts[3]), SID: parts[4],
		Start: start, Rights: parts[6], Expires: time.Unix(expires, 0),
	}, true
}
