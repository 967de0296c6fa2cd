package files

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"net/url"
	"regexp"
	"strings"

	"switchboard/storage/id"
	"switchboard/storage/row"
)

const (
	idBytes  = 16
	keyBytes = 16
)

// link is the address of a file's content for users.
func (s *Service) link(file id.ID) string {
	return string(s.url) + "/v1/files/" + string(file) + "/download"
}

// publish gives a file a public link, or withdraws it. Each link has a key of its own, so that one
// that was withdrawn stays dead.
func (s *Service) publish(organization, file id.ID, public bool, set row.Fields) {
	if !public {
		set["public_key"], set["url"] = nil, nil
		return
	}
	key := make([]byte, keyBytes)
	_, _ = rand.Read(key) // never fails (crypto/rand since Go 1.24)
	set["public_key"] = base64.RawURLEncoding.EncodeToString(key)
	set["url"] = string(s.url) + "/v1/public/files/" + publicName{organization, file, key}.String()
}

// publicName is the last part of a public link.
type publicName struct {
	organization, file id.ID
	key                []byte
}

func (n publicName) String() string {
	raw := make([]byte, 0, 2*idBytes+keyBytes)
	for _, one := range []id.ID{n.organization, n.file} {
		part, _ := hex.DecodeString(strings.ReplaceAll(string(one), "-", "")) // an id is hexadecimal
		raw = append(raw, part...)
	}
	return base64.RawURLEncoding.EncodeToString(append(raw, n.key...))
}

func parsePublicName(text string) (publicName, bool) {
	raw, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil || len(raw) != 2*idBytes+keyBytes {
		return publicName{}, false
	}
	return publicName{id.Of([idBytes]byte(raw[:idBytes])), id.Of([idBytes]byte(raw[idBytes : 2*idBytes])), raw[2*idBytes:]}, true
}

// fits reports whether the name has the key that the file's record has.
func (n publicName) fits(r row.Record) bool {
	key, err := base64.RawURLEncoding.DecodeString(r.Text("public_key"))
	return err == nil && len(key) == keyBytes && subtle.ConstantTimeCompare(key, n.key) == 1
}

var (
	ownPath    = regexp.MustCompile(`^/v1/files/([0-9a-fA-F-]{36})/(download|thumbnail)$`)
	publicPath = regexp.MustCompile(`^/v1/public/files/([A-Za-z0-9_-]+)$`)
)

// located returns the file that a location names, and whether that is its thumbnail. The host does
// not count: locations outlive a change of the product's address, and nothing is fetched from them.
func located(location string) (file id.ID, isThumbnail, ok bool) {
	u, err := url.Parse(strings.TrimSpace(location))
	if err != nil {
		return "", false, false
	}
	if parts := ownPath.FindStringSubmatch(u.Path); parts != nil {
		file, ok = id.Parse(parts[1])
		return file, parts[2] == "thumbnail", ok
	}
	if parts := publicPath.FindStringSubmatch(u.Path); parts != nil {
		name, ok := parsePublicName(parts[1])
		return name.file, false, ok
	}
	file, ok = id.Parse(u.Path)
	return file, false, ok
}
