package producttest

import (
	"net/http"

	"switchboard/actors/carrier/carriertest/softphone"
	"switchboard/storage/waittest"
)

// Phone registers a phone in the user's browser, which accepts every call
// that is put through. It lives until the product ends or it is closed.
func (o *Person) Phone() *softphone.Phone {
	o.T.Helper()
	var me struct {
		Organization struct{ ID string }
	}
	o.Must(http.MethodGet, "/v1/me", nil, &me)
	var token struct{ Token string }
	o.Must(http.MethodGet, "/v1/twilio/token/"+me.Organization.ID, nil, &token)
	var phone *softphone.Phone
	waittest.UntilNil(o.T, "a phone to register", func() (err error) {
		phone, err = softphone.Open(o.T.Context(), o.URL, token.Token, softphone.Options{})
		return err
	})
	return phone
}
