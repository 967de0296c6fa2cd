package simulator

import (
	"net/http"
	"time"

	"switchboard/actors/carrier/simulator/provision"
	"switchboard/actors/carrier/simulator/sid"
)

// Services of conversations, and what happens to the first text to a number.

const conversationsURL = "https://" + hostConversations + "/v1"

func (a *provisioningAPI) listServices(r *http.Request, _ *provision.Memory, of *provision.Account) (int, any, *refusal) {
	list := []any{}
	for _, one := range of.Services {
		list = append(list, serviceBody(of, one))
	}
	return http.StatusOK, pages(r, "services", list), nil
}

func (a *provisioningAPI) createService(r *http.Request, _ *provision.Memory, of *provision.Account) (int, any, *refusal) {
	made := &provision.Service{SID: sid.New("IS"), Name: r.PostForm.Get("FriendlyName"), Created: time.Now().UTC()}
	of.Services = append(of.Services, made)
	return http.StatusCreated, serviceBody(of, made), nil
}

func serviceBody(of *provision.Account, one *provision.Service) map[string]any {
	return map[string]any{
		"sid": one.SID, "account_sid": of.SID, "friendly_name": one.Name, "date_created": one.Created, "date_updated": one.Created,
		"url": conversationsURL + "/Services/" + one.SID, "links": map[string]string{},
	}
}

func (a *provisioningAPI) updateHooks(r *http.Request, _ *provision.Memory, of *provision.Account) (int, any, *refusal) {
	one := of.Service(r.PathValue("service"))
	if one == nil {
		return 0, nil, unknown(r)
	}
	one.Hook, one.Filters = r.PostForm.Get("PostWebhookUrl"), r.PostForm["Filters"]
	return http.StatusOK, map[string]any{
		"account_sid": of.SID, "chat_service_sid": one.SID, "post_webhook_url": one.Hook, "pre_webhook_url": nil, "filters": one.Filters,
		"method": http.MethodPost, "url": conversationsURL + "/Services/" + one.SID + "/Configuration/Webhooks",
	}, nil
}

func (a *provisioningAPI) createAddress(r *http.Request, _ *provision.Memory, of *provision.Account) (int, any, *refusal) {
	f := r.PostForm
	number := f.Get("Address")
	if of.Number(number) == nil {
		return 0, nil, refuse(http.StatusBadRequest, codeBadAddress, "The address %s does not belong to this account", number)
	}
	if of.Address(number) != nil {
		return 0, nil, refuse(http.StatusConflict, codeAddressTaken, "The address %s has a configuration already", number)
	}
	made := &provision.Address{SID: sid.New("IG"), Number: number, Created: time.Now().UTC()}
	made.Service, made.Enabled = f.Get("AutoCreation.ConversationServiceSid"), flag(f, "AutoCreation.Enabled", false)
	of.Addresses = append(of.Addresses, made)
	return http.StatusCreated, addressBody(of, made), nil
}

func (a *provisioningAPI) updateAddress(r *http.Request, _ *provision.Memory, of *provision.Account) (int, any, *refusal) {
	one := of.Address(r.PathValue("address"))
	if one == nil {
		return 0, nil, unknown(r)
	}
	one.Service, one.Enabled = r.PostForm.Get("AutoCreation.ConversationServiceSid"), flag(r.PostForm, "AutoCreation.Enabled", one.Enabled)
	return http.StatusOK, addressBody(of, one), nil
}

func addressBody(of *provision.Account, one *provision.Address) map[string]any {
	return map[string]any{
		"sid": one.SID, "account_sid": of.SID, "type": "sms", "address": one.Number, "friendly_name": nil, "address_country": nil,
		"auto_creation": map[string]any{"enabled": one.Enabled, "type": "default", "conversation_service_sid": one.Service},
		"date_created":  one.Created, "date_updated": one.Created, "url": conversationsURL + "/Configuration/Addresses/" + one.SID,
	}
}
