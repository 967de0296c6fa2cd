package examples_test

import (
	"crypto/rand"
	"encoding/base64"
	"net/http"
	"testing"
	"time"

	"switchboard/cmd/producttest"
	"switchboard/cmd/switchboard/config"
	"switchboard/cmd/switchboard/demo"
	"switchboard/storage/pg/pgtest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

// maxWait bounds every wait; no test asserts a time.
const maxWait = 20 * time.Second

// start runs the product with a new signing key at every start but the same
// key of encrypted fields; pages of the origins may connect. Python's
// WebSockets send the address they dial as their origin, as pages do.
func start(t *testing.T, origins ...string) *producttest.Product {
	t.Helper()
	p := producttest.New(t)
	fieldKey := base64.StdEncoding.EncodeToString(make([]byte, 32))
	p.Configure = func(c *config.Config) {
		var key [32]byte
		_, _ = rand.Read(key[:]) // never fails
		c.SecretKey, c.FieldKeys = base64.StdEncoding.EncodeToString(key[:]), fieldKey
		c.AllowedOrigins = origins
	}
	p.Run(producttest.Loopback)
	return p
}

// person changes records.
type person struct{ *producttest.Person }

func signIn(p *producttest.Product, user string) person {
	p.T.Helper()
	return person{p.SignIn(user, demo.Password)}
}

// contact creates a contact and returns its id.
func (o person) contact(name string) string {
	o.T.Helper()
	var made []struct{ ID string }
	o.Must(http.MethodPost, "/v1/object/contact", []map[string]string{{"name": name}}, &made)
	return made[0].ID
}

func (o person) rename(contact, name string) {
	o.T.Helper()
	o.Must(http.MethodPatch, "/v1/object/contact", []map[string]string{{"id": contact, "name": name}}, nil)
}

// me returns the user's id.
func (o person) me() string {
	o.T.Helper()
	var answer struct{ User struct{ ID string } }
	o.Must(http.MethodGet, "/v1/me", nil, &answer)
	return answer.User.ID
}
