package simulator

import (
	"net/http"
	"slices"
	"strings"
	"time"

	"switchboard/actors/carrier/simulator/provision"
	"switchboard/actors/carrier/simulator/sid"
	"switchboard/actors/carrier/simulator/voice"
)

// The provider's codes for what can't be set up.
const (
	codeNotForSale   = 21422
	codeAddressTaken = 50409
)

// provisioningAPI is the part of the REST API that sets up accounts, at both hosts.
type provisioningAPI struct {
	store *store
	main  account
	host  string
}

// with adds provisioning to another API of the same host.
type with struct{ apis []api }

func (w with) routes(route func(pattern string, do operation)) {
	for _, one := range w.apis {
		one.routes(route)
	}
}

func (a *provisioningAPI) routes(route func(pattern string, do operation)) {
	if a.host == hostConversations {
		route("GET /v1/Services", a.of(a.listServices))
		route("POST /v1/Services", a.of(a.createService))
		route("POST /v1/Services/{service}/Configuration/Webhooks", a.of(a.updateHooks))
		route("POST /v1/Configuration/Addresses", a.of(a.createAddress))
		route("POST /v1/Configuration/Addresses/{address}", a.of(a.updateAddress))
		return
	}
	const in = "/2010-04-01/Accounts/{account}"
	route("GET /2010-04-01/Accounts.json", a.of(a.listAccounts))
	route("POST /2010-04-01/Accounts.json", a.of(a.createAccount))
	route("GET /2010-04-01/Accounts/{file}", a.of(a.fetchAccount))
	route("GET "+in+"/Applications.json", a.of(a.listApplications))
	route("POST "+in+"/Applications.json", a.of(a.createApplication))
	route("POST "+in+"/Applications/{file}", a.of(a.updateApplication))
	route("POST "+in+"/Keys.json", a.of(a.createKey))
	route("GET "+in+"/AvailablePhoneNumbers/{country}/Local.json", a.of(a.forSale))
	route("GET "+in+"/IncomingPhoneNumbers.json", a.of(a.listNumbers))
	route("POST "+in+"/IncomingPhoneNumbers.json", a.of(a.buy))
	route("POST "+in+"/IncomingPhoneNumbers/{file}", a.of(a.updateNumber))
}

// owned is an operation on what the signed-in account owns.
type owned func(r *http.Request, m *provision.Memory, of *provision.Account) (int, any, *refusal)

// of runs an operation for the signed-in account, under the lock.
func (a *provisioningAPI) of(do owned) operation {
	return func(r *http.Request) (status int, body any, no *refusal) {
		name, _, _ := r.BasicAuth()
		err := a.store.update(func(w *world) error {
			of := w.provisioned.Account(name)
			if of == nil { // the main account, which owns nothing yet
				of = w.provisioned.Open(a.main.SID, a.main.Token, "Main account", a.main.SID, time.Now().UTC())
			}
			if status, body, no = do(r, w.provisioned, of); no != nil {
				return no
			}
			return nil
		})
		return status, body, refusalOf(err)
	}
}

func (a *provisioningAPI) listAccounts(r *http.Request, m *provision.Memory, of *provision.Account) (int, any, *refusal) {
	list := []any{}
	for _, one := range m.Accounts {
		if name := r.URL.Query().Get("FriendlyName"); one.Owner == of.SID && (name == "" || one.Name == name) {
			list = append(list, accountBody(one))
		}
	}
	return http.StatusOK, page(r, "accounts", list, maxPage), nil
}

func (a *provisioningAPI) createAccount(r *http.Request, m *provision.Memory, of *provision.Account) (int, any, *refusal) {
	made := m.Open(sid.New("AC"), strings.TrimPrefix(sid.New("XX"), "XX"), r.PostForm.Get("FriendlyName"), of.SID, time.Now().UTC())
	return http.StatusCreated, accountBody(made), nil
}

func (a *provisioningAPI) fetchAccount(r *http.Request, m *provision.Memory, of *provision.Account) (int, any, *refusal) {
	found := m.Account(named(r))
	if found == nil || (found != of && found.Owner != of.SID) {
		return 0, nil, unknown(r)
	}
	return http.StatusOK, accountBody(found), nil
}

func accountBody(a *provision.Account) map[string]any {
	return map[string]any{
		"sid": a.SID, "auth_token": a.Token, "friendly_name": a.Name, "owner_account_sid": a.Owner, "status": "active", "type": "Full",
		"date_created": stamp(&a.Created), "date_updated": stamp(&a.Created), "uri": "/2010-04-01/Accounts/" + a.SID + ".json", "subresource_uris": map[string]string{},
	}
}

func (a *provisioningAPI) listApplications(r *http.Request, _ *provision.Memory, of *provision.Account) (int, any, *refusal) {
	list := []any{}
	for _, one := range of.Applications {
		if name := r.URL.Query().Get("FriendlyName"); name == "" || one.Name == name {
			list = append(list, applicationBody(of, one))
		}
	}
	return http.StatusOK, page(r, "applications", list, maxPage), nil
}

func (a *provisioningAPI) createApplication(r *http.Request, _ *provision.Memory, of *provision.Account) (int, any, *refusal) {
	f := r.PostForm
	made := &provision.Application{
		SID: sid.New("AP"), Name: f.Get("FriendlyName"), Voice: f.Get("VoiceUrl"), Status: f.Get("StatusCallback"), Created: time.Now().UTC(),
	}
	of.Applications = append(of.Applications, made)
	return http.StatusCreated, applicationBody(of, made), nil
}

func (a *provisioningAPI) updateApplication(r *http.Request, _ *provision.Memory, of *provision.Account) (int, any, *refusal) {
	one := of.Application(named(r))
	if one == nil {
		return 0, nil, unknown(r)
	}
	one.Voice, one.Status = r.PostForm.Get("VoiceUrl"), r.PostForm.Get("StatusCallback")
	return http.StatusOK, applicationBody(of, one), nil
}

func applicationBody(of *provision.Account, one *provision.Application) map[string]any {
	return map[string]any{
		"sid": one.SID, "account_sid": of.SID, "friendly_name": one.Name, "api_version": voice.APIVersion,
		"voice_url": one.Voice, "voice_method": http.MethodPost, "status_callback": one.Status, "status_callback_method": http.MethodPost,
		"date_created": stamp(&one.Created), "date_updated": stamp(&one.Created),
		"uri": "/2010-04-01/Accounts/" + of.SID + "/Applications/" + one.SID + ".json",
	}
}

func (a *provisioningAPI) createKey(r *http.Request, _ *provision.Memory, _ *provision.Account) (int, any, *refusal) {
	return http.StatusCreated, map[string]any{
		"sid": sid.New("SK"), "friendly_name": r.PostForm.Get("FriendlyName"), "secret": strings.TrimPrefix(sid.New("XX"), "XX"),
		"date_created": now(), "date_updated": now(),
	}, nil
}

func (a *provisioningAPI) forSale(r *http.Request, m *provision.Memory, of *provision.Account) (int, any, *refusal) {
	list := []any{}
	for _, number := range m.ForSale(r.URL.Query().Get("AreaCode")) {
		list = append(list, map[string]any{
			"friendly_name": friendly(number), "phone_number": number, "lata": "000", "locality": "Springfield", "rate_center": "SPRINGFLD",
			"latitude": nil, "longitude": nil, "region": "WA", "postal_code": "98101", "iso_country": "US", "address_requirements": "none", "beta": false,
			"capabilities": capabilities(),
		})
	}
	uri := "/2010-04-01/Accounts/" + of.SID + "/AvailablePhoneNumbers/US/Local.json"
	return http.StatusOK, map[string]any{"available_phone_numbers": list[:min(len(list), 20)], "uri": uri}, nil
}

func capabilities() map[string]bool {
	return map[string]bool{"voice": true, "sms": true, "mms": true, "fax": false}
}

// friendly writes a North American number for people.
func friendly(number string) string {
	return "(" + number[2:5] + ") " + number[5:8] + "-" + number[8:]
}

func (a *provisioningAPI) listNumbers(r *http.Request, _ *provision.Memory, of *provision.Account) (int, any, *refusal) {
	list := []any{}
	for _, one := range of.Numbers {
		if number := r.URL.Query().Get("PhoneNumber"); number == "" || one.Number == number {
			list = append(list, numberBody(of, one))
		}
	}
	return http.StatusOK, page(r, "incoming_phone_numbers", list, maxPage), nil
}

func (a *provisioningAPI) buy(r *http.Request, m *provision.Memory, of *provision.Account) (int, any, *refusal) {
	number := r.PostForm.Get("PhoneNumber")
	if len(number) < 5 || !slices.Contains(m.ForSale(number[2:5]), number) {
		return 0, nil, refuse(http.StatusBadRequest, codeNotForSale, "%s is not available.", number)
	}
	bought := &provision.Number{SID: sid.New("PN"), Number: number, Created: time.Now().UTC()}
	of.Numbers = append(of.Numbers, bought)
	return http.StatusCreated, numberBody(of, bought), nil
}

func (a *provisioningAPI) updateNumber(r *http.Request, _ *provision.Memory, of *provision.Account) (int, any, *refusal) {
	one := of.Number(named(r))
	if one == nil {
		return 0, nil, unknown(r)
	}
	application := r.PostForm.Get("VoiceApplicationSid")
	if application != "" && of.Application(application) == nil {
		return 0, nil, refuse(http.StatusBadRequest, 21403, "Application %s does not exist", application)
	}
	one.Application = application
	return http.StatusOK, numberBody(of, one), nil
}

func numberBody(of *provision.Account, one *provision.Number) map[string]any {
	return map[string]any{
		"sid": one.SID, "account_sid": of.SID, "phone_number": one.Number, "friendly_name": friendly(one.Number),
		"voice_application_sid": orNull(one.Application), "capabilities": capabilities(), "api_version": voice.APIVersion,
		"date_created": stamp(&one.Created), "date_updated": stamp(&one.Created), "beta": false, "origin": "twilio", "status": "in-use",
		"uri": "/2010-04-01/Accounts/" + of.SID + "/IncomingPhoneNumbers/" + one.SID + ".json",
	}
}
