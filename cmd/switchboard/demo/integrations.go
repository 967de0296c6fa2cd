package demo

import (
	"errors"

	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Seal encrypts the JSON value of a field of a demo record.
type Seal func(object string, record id.ID, field string, plain []byte) (string, error)

// integrations returns other systems and their credentials. Their addresses
// are reserved for examples (RFC 2606) and lead nowhere.
func (s Seed) integrations() ([]row.Write, error) {
	var failed error
	sealed := func(object string, record id.ID, field string, value any) any {
		text, err := s.Seal(object, record, field, row.JSONValue(value))
		failed = errors.Join(failed, err)
		return text
	}
	crm, orders := id.Derived("demo/integrated_app/crm"), id.Derived("demo/integrated_app/orders")
	nightly, desk := id.Derived("demo/auth_credential/nightly"), id.Derived("demo/auth_credential/desk")
	writes := []row.Write{
		create("integrated_app", crm, row.Fields{ //nolint:gosec // a secret of the demo opens nothing
			"name": "Salesforce sandbox", "authentication_protocol": "OAuth2",
			"authentication_url": "https://login.crm.example/services/oauth2/authorize", "token_url": "https://login.crm.example/services/oauth2/token",
			"config":        row.JSONValue(map[string]string{"client_id": "switchboard-demo", "redirect_uri": "/oauth2/callback", "response_type": "code"}),
			"client_secret": sealed("integrated_app", crm, "client_secret", "not-a-real-secret"),
		}),
		create("integrated_app", orders, row.Fields{"name": "Order desk", "authentication_protocol": "api_key", "use_config": false}),
		create("auth_credential", nightly, row.Fields{
			"name": "Nightly contact sync", "integrated_app": crm,
			"data": sealed("auth_credential", nightly, "data", map[string]string{"username": "sync@switchboard.example", "password": "only-for-the-demo"}),
		}),
		create("auth_credential", desk, row.Fields{
			"name": "Order look-up", "integrated_app": orders, "user": Users()[1].ID,
			"api_key": sealed("auth_credential", desk, "api_key", "demo-7f3a-0b21-55c9"),
			"headers": sealed("auth_credential", desk, "headers", map[string]string{"X-Store": "Seattle"}),
		}),
	}
	return writes, failed
}
