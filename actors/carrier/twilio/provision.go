package twilio

import (
	"context"
	"errors"
	"net/http"
	"strconv"

	"github.com/twilio/twilio-go/client"
	voice "github.com/twilio/twilio-go/rest/api/v2010"
	conversations "github.com/twilio/twilio-go/rest/conversations/v1"

	"switchboard/actors/carrier"
	"switchboard/storage/fault"
)

// codeNotForSale is the provider's code for a number that can't be bought (any more).
const codeNotForSale = 21422

// mostForSale bounds the numbers of one search.
const mostForSale = 20

// Provisioner sets up accounts at the provider.
type Provisioner struct{ client *Client }

var _ carrier.Provisioner = Provisioner{}

// Provisioner returns the provisioner whose subaccounts belong to this client's account.
func (c *Client) Provisioner() Provisioner { return Provisioner{c} }

func (p Provisioner) as(ctx context.Context, of carrier.Account) *client.RequestHandler {
	return p.client.handlerOf(ctx, of.SID, of.SID, of.Token)
}

func (p Provisioner) voice(ctx context.Context, of carrier.Account) *voice.ApiService {
	return voice.NewApiService(p.as(ctx, of))
}

func (p Provisioner) conversations(ctx context.Context, of carrier.Account) *conversations.ApiService {
	return conversations.NewApiService(p.as(ctx, of))
}

// OpenAccount implements carrier.Provisioner.
func (p Provisioner) OpenAccount(ctx context.Context, name string) (carrier.Account, error) {
	api := p.client.voice(ctx)
	found, err := api.PageAccount((&voice.ListAccountParams{}).SetFriendlyName(name).SetStatus("active").SetPageSize(1), "", "")
	if err != nil {
		return carrier.Account{}, unread(err)
	}
	if len(found.Accounts) > 0 {
		return carrier.Account{SID: text(found.Accounts[0].Sid), Token: text(found.Accounts[0].AuthToken)}, nil
	}
	made, err := api.CreateAccount((&voice.CreateAccountParams{}).SetFriendlyName(name))
	if err != nil {
		return carrier.Account{}, unread(err)
	}
	return carrier.Account{SID: text(made.Sid), Token: text(made.AuthToken)}, nil
}

// CheckAccount implements carrier.Provisioner.
func (p Provisioner) CheckAccount(ctx context.Context, of carrier.Account) error {
	switch {
	case !accountPattern.MatchString(of.SID):
		return fault.Field("account_sid", "The Account SID must be AC and 32 hexadecimal digits.")
	case !tokenPattern.MatchString(of.Token):
		return fault.Field("auth_token", "The Auth Token must be letters and digits only.")
	}
	account, err := p.voice(ctx, of).FetchAccount(of.SID)
	if err != nil {
		return unread(err)
	}
	if status := text(account.Status); status != "active" {
		return fault.New(fault.Forbidden, "The account at the phone provider is %s.", status)
	}
	return nil
}

// Application implements carrier.Provisioner.
func (p Provisioner) Application(ctx context.Context, of carrier.Account, name string) (carrier.Resource, error) {
	api := p.voice(ctx, of)
	found, err := api.PageApplication((&voice.ListApplicationParams{}).SetFriendlyName(name).SetPageSize(1), "", "")
	if err != nil {
		return carrier.Resource{}, unread(err)
	}
	calls, status := string(p.client.public)+VoicePath, string(p.client.public)+CallStatusPath
	if len(found.Applications) > 0 {
		sid := text(found.Applications[0].Sid)
		_, err := api.UpdateApplication(sid, (&voice.UpdateApplicationParams{}).
			SetVoiceUrl(calls).SetVoiceMethod(http.MethodPost).SetStatusCallback(status).SetStatusCallbackMethod(http.MethodPost))
		return carrier.Resource{SID: sid, Name: name}, unread(err)
	}
	made, err := api.CreateApplication((&voice.CreateApplicationParams{}).SetFriendlyName(name).
		SetVoiceUrl(calls).SetVoiceMethod(http.MethodPost).SetStatusCallback(status).SetStatusCallbackMethod(http.MethodPost))
	if err != nil {
		return carrier.Resource{}, unread(err)
	}
	return carrier.Resource{SID: text(made.Sid), Name: name}, nil
}

// Key implements carrier.Provisioner.
func (p Provisioner) Key(ctx context.Context, of carrier.Account, name string) (carrier.APIKey, error) {
	made, err := p.voice(ctx, of).CreateNewKey((&voice.CreateNewKeyParams{}).SetFriendlyName(name))
	if err != nil {
		return carrier.APIKey{}, unread(err)
	}
	return carrier.APIKey{SID: text(made.Sid), Secret: text(made.Secret)}, nil
}

// Service implements carrier.Provisioner.
func (p Provisioner) Service(ctx context.Context, of carrier.Account, name string) (carrier.Resource, error) {
	api := p.conversations(ctx, of)
	token, page := "", ""
	for {
		listed, err := api.PageService((&conversations.ListServiceParams{}).SetPageSize(listPage), token, page)
		if err != nil {
			return carrier.Resource{}, unread(err)
		}
		for _, one := range listed.Services {
			if text(one.FriendlyName) == name {
				return carrier.Resource{SID: text(one.Sid), Name: name}, nil
			}
		}
		if text(listed.Meta.NextPageUrl) == "" || len(listed.Services) == 0 {
			break
		}
		if token, page, err = following(*listed.Meta.NextPageUrl); err != nil {
			return carrier.Resource{}, err
		}
	}
	made, err := api.CreateService((&conversations.CreateServiceParams{}).SetFriendlyName(name))
	if err != nil {
		return carrier.Resource{}, unread(err)
	}
	return carrier.Resource{SID: text(made.Sid), Name: name}, nil
}

// Subscribe implements carrier.Provisioner.
func (p Provisioner) Subscribe(ctx context.Context, of carrier.Account, serviceSID string, events []string) error {
	hook := string(p.client.public) + ConversationsPath
	_, err := p.conversations(repeatable(ctx), of).UpdateServiceWebhookConfiguration(serviceSID, (&conversations.UpdateServiceWebhookConfigurationParams{}).
		SetPostWebhookUrl(hook).SetMethod(http.MethodPost).SetFilters(events))
	return unread(err)
}

// Search implements carrier.Provisioner.
func (p Provisioner) Search(ctx context.Context, of carrier.Account, areaCode string) ([]carrier.NumberForSale, error) {
	code, err := strconv.Atoi(areaCode)
	if err != nil {
		return nil, fault.Field("area_code", "The area code must be 3 digits.")
	}
	listed, err := p.voice(ctx, of).PageAvailablePhoneNumberLocal("US", (&voice.ListAvailablePhoneNumberLocalParams{}).
		SetAreaCode(code).SetVoiceEnabled(true).SetSmsEnabled(true).SetPageSize(mostForSale), "", "")
	if err != nil {
		return nil, unread(err)
	}
	found := make([]carrier.NumberForSale, 0, len(listed.AvailablePhoneNumbers))
	for _, n := range listed.AvailablePhoneNumbers {
		found = append(found, carrier.NumberForSale{
			FriendlyName: text(n.FriendlyName), Locality: text(n.Locality), PostalCode: text(n.PostalCode), Region: text(n.Region), PhoneNumber: text(n.PhoneNumber),
		})
	}
	return found, nil
}

// Buy implements carrier.Provisioner.
func (p Provisioner) Buy(ctx context.Context, of carrier.Account, number string) (carrier.Number, error) {
	api := p.voice(ctx, of)
	owned, err := api.PageIncomingPhoneNumber((&voice.ListIncomingPhoneNumberParams{}).SetPhoneNumber(number).SetPageSize(1), "", "")
	if err != nil {
		return carrier.Number{}, unread(err)
	}
	if len(owned.IncomingPhoneNumbers) > 0 {
		return numberOf(&owned.IncomingPhoneNumbers[0]), nil
	}
	bought, err := api.CreateIncomingPhoneNumber((&voice.CreateIncomingPhoneNumberParams{}).SetPhoneNumber(number))
	if r, is := errors.AsType[*client.TwilioRestError](err); is && r.Code == codeNotForSale {
		return carrier.Number{}, fault.Wrap(err, fault.Conflict, "The number %s is no longer for sale. Search again and choose another one.", number)
	}
	if err != nil {
		return carrier.Number{}, unread(err)
	}
	return numberOf(bought), nil
}

func numberOf(n *voice.ApiV2010IncomingPhoneNumber) carrier.Number {
	number := carrier.Number{
		SID: text(n.Sid), PhoneNumber: text(n.PhoneNumber), FriendlyName: text(n.FriendlyName), ApplicationSID: text(n.VoiceApplicationSid),
	}
	if can := n.Capabilities; can != nil {
		number.Voice, number.Texts, number.MMS = can.Voice, can.Sms, can.Mms
	}
	return number
}

// Numbers implements carrier.Provisioner.
func (p Provisioner) Numbers(ctx context.Context, of carrier.Account) (numbers []carrier.Number, err error) {
	token, page := "", ""
	for {
		listed, err := p.voice(ctx, of).PageIncomingPhoneNumber((&voice.ListIncomingPhoneNumberParams{}).SetPageSize(listPage), token, page)
		if err != nil {
			return nil, unread(err)
		}
		for i := range listed.IncomingPhoneNumbers {
			numbers = append(numbers, numberOf(&listed.IncomingPhoneNumbers[i]))
		}
		if text(listed.NextPageUri) == "" || len(listed.IncomingPhoneNumbers) == 0 {
			return numbers, nil
		}
		if token, page, err = following(*listed.NextPageUri); err != nil {
			return nil, err
		}
	}
}

// Assign implements carrier.Provisioner.
func (p Provisioner) Assign(ctx context.Context, of carrier.Account, numberSID, applicationSID string) error {
	_, err := p.voice(repeatable(ctx), of).UpdateIncomingPhoneNumber(numberSID, (&voice.UpdateIncomingPhoneNumberParams{}).SetVoiceApplicationSid(applicationSID))
	return unread(err)
}

// Converse implements carrier.Provisioner.
func (p Provisioner) Converse(ctx context.Context, of carrier.Account, number, serviceSID string, enabled bool) (created bool, err error) {
	api := p.conversations(ctx, of)
	_, err = api.CreateConfigurationAddress((&conversations.CreateConfigurationAddressParams{}).SetType("sms").SetAddress(number).
		SetAutoCreationEnabled(enabled).SetAutoCreationType("default").SetAutoCreationConversationServiceSid(serviceSID))
	if err == nil {
		return true, nil
	}
	if !taken(err) {
		return false, unread(err)
	}
	// An address configuration is found by its sid or its address.
	_, err = p.conversations(repeatable(ctx), of).UpdateConfigurationAddress(number, (&conversations.UpdateConfigurationAddressParams{}).
		SetAutoCreationEnabled(enabled).SetAutoCreationType("default").SetAutoCreationConversationServiceSid(serviceSID))
	return false, unread(err)
}
