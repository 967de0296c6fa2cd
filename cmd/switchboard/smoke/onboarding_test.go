package smoke_test

import (
	"net/http"
	"strings"
	"testing"

	"switchboard/actors/onboarding"
	"switchboard/cmd/switchboard/demo"
	"switchboard/storage/id"
)

// The phone network is set up with the organization's own account. Each step leaves one
// record, however often it is done, and wrong input leaves none.
func TestThePhoneNetworkIsSetUp(t *testing.T) {
	p := start(t, nil)
	admin, agent := p.signIn("admin"), p.signIn("agent1")
	var wizard record
	admin.get("onboarding", onboarding.RecordID(demo.Organization, onboarding.Telephony), &wizard)
	if wizard.text("name") != onboarding.Telephony {
		t.Fatalf("the wizard is %v", wizard)
	}
	refused := func(status int, method, path string, body any, says string) {
		t.Helper()
		var answered string
		admin.Spy = func(_, answer string) { answered = answer }
		got := admin.Request(method, "/v1/twilio/"+path, body, nil)
		admin.Spy = nil
		if got != status || !strings.Contains(answered, says) {
			t.Errorf("%s %v: %s, want %d %q", path, body, answered, status, says)
		}
	}
	lost := "Auth credential not found. Please go back to the previous step."
	refused(http.StatusConflict, http.MethodPost, "application", map[string]any{}, lost)
	refused(http.StatusConflict, http.MethodGet, "phone/search?area_code=415", nil, lost)
	refused(http.StatusUnprocessableEntity, http.MethodGet, "phone/search?area_code=41", nil, "3 digits")
	sid := "AC" + strings.Repeat("1", 32)
	refused(http.StatusUnprocessableEntity, http.MethodPost, "account", map[string]any{"account_sid": "AC1", "auth_token": "x"}, "Account SID")
	refused(http.StatusUnprocessableEntity, http.MethodPost, "account", map[string]any{"account_sid": sid, "auth_token": "wrong"}, "does not accept")
	if got := agent.Request(http.MethodPost, "/v1/twilio/account", map[string]any{"account_sid": sid, "auth_token": "x"}, nil); got != http.StatusForbidden {
		t.Errorf("an agent's account: %d", got)
	}

	var first, again onboarding.Credentials
	account := map[string]any{"account_sid": sid, "auth_token": strings.Repeat("2", 32)}
	admin.Must(http.MethodPost, "/v1/twilio/account", account, &first)
	admin.Must(http.MethodPost, "/v1/twilio/account", account, &again)
	if first != again || first.Credential == "" {
		t.Errorf("saved twice: %v and %v", first, again)
	}
	var credential record
	if admin.get("auth_credential", first.Credential, &credential); credential.text("data") == account["auth_token"] {
		t.Error("the token can be read")
	}
	made := map[string]onboarding.Made{}
	for _, what := range []string{"application", "key", "service"} {
		var one, other onboarding.Made
		admin.Must(http.MethodPost, "/v1/twilio/"+what, map[string]any{}, &one)
		admin.Must(http.MethodPost, "/v1/twilio/"+what, map[string]any{}, &other)
		var list onboarding.List
		admin.Must(http.MethodGet, "/v1/twilio/"+what, nil, &list)
		if one != other || len(list.Data) != 1 || list.Data[0] != one {
			t.Errorf("%s: %v, %v, %v", what, one, other, list)
		}
		made[what] = one
	}
	service := "service/" + made["service"].SID
	refused(http.StatusUnprocessableEntity, http.MethodPatch, service+"/webhooks", map[string]any{"filters": []string{"onNothing"}}, "onNothing")
	refused(http.StatusNotFound, http.MethodPatch, "service/IS1/webhooks", map[string]any{"filters": onboarding.Events()}, "IS1")
	admin.Must(http.MethodPatch, "/v1/twilio/"+service+"/webhooks", map[string]any{"filters": onboarding.Events()}, nil)

	var phones, twice []onboarding.Phone
	admin.Must(http.MethodPost, "/v1/twilio/phone/import", map[string]any{}, &phones)
	admin.Must(http.MethodPost, "/v1/twilio/phone/import", map[string]any{}, &twice)
	if len(phones) != 1 || len(twice) != 1 || twice[0] != phones[0] {
		t.Fatalf("imported %v and %v", phones, twice)
	}
	var sale []struct {
		PhoneNumber string `json:"phone_number"`
	}
	admin.Must(http.MethodGet, "/v1/twilio/phone/search?area_code=415", nil, &sale)
	var bought, rebought onboarding.Phone
	admin.Must(http.MethodPost, "/v1/twilio/phone/purchase", map[string]any{"phone_number": sale[0].PhoneNumber}, &bought)
	admin.Must(http.MethodPost, "/v1/twilio/phone/purchase", map[string]any{"phone_number": sale[0].PhoneNumber}, &rebought)
	if bought != rebought {
		t.Errorf("bought twice: %v and %v", bought, rebought)
	}
	refused(http.StatusConflict, http.MethodPost, "phone/purchase", map[string]any{"phone_number": "+14155550999"}, "no longer for sale")

	refused(http.StatusUnprocessableEntity, http.MethodPost, "phone/assign", map[string]any{"sid": bought.SID, "voice_application_sid": "AP1"}, "AP1")
	admin.Must(http.MethodPost, "/v1/twilio/phone/assign", map[string]any{"sid": bought.SID, "voice_application_sid": made["application"].SID}, nil)
	admin.Must(http.MethodPost, "/v1/twilio/"+service+"/phone", map[string]any{"sid": bought.SID}, nil)
	address := map[string]any{
		"auto_creation_enabled": true, "auto_creation_conversation_service_sid": made["service"].SID, "auto_creation_type": "default", "address": bought.PhoneNumber, "type": "sms",
	}
	for range 2 {
		admin.Must(http.MethodPost, "/v1/twilio/address", address, nil)
	}
	refused(http.StatusUnprocessableEntity, http.MethodPost, "address", map[string]any{"address": "+15550000000", "auto_creation_conversation_service_sid": made["service"].SID}, "one of your organization's numbers")
	var phone record
	admin.get("twilio_phone", bought.ID, &phone)
	if string(phone["auto_creation_enabled"]) != "true" || phone.text("service_sid") != made["service"].SID || phone.text("voice_application_sid") != made["application"].SID {
		t.Errorf("the number is %v", phone)
	}
	admin.Must(http.MethodDelete, "/v1/object/auth_credential/"+first.Credential.String(), nil, nil)
	refused(http.StatusConflict, http.MethodPost, "phone/import", map[string]any{}, lost)

	var next onboarding.Next
	admin.Must(http.MethodPost, "/v1/twilio/account/subaccount", map[string]any{}, &next)
	if want := "/view/onboarding/record/" + id.ID(wizard.text("id")).String() + "/standard?step=1"; next.Path != want {
		t.Errorf("goes on at %q, want %q", next.Path, want)
	}
}
