package twilio

import (
	"context"
	"errors"
	"net/http"

	"github.com/twilio/twilio-go/client"
	voice "github.com/twilio/twilio-go/rest/api/v2010"
	conversations "github.com/twilio/twilio-go/rest/conversations/v1"

	"switchboard/storage/fault"
)

// listPage is the page size of lists.
const listPage = 100

// codeInactive is the provider's code for a suspended or closed account.
const codeInactive = 20005

// Setup reads the account's configuration at the provider. It changes nothing. Errors
// are fault.Unauthenticated for invalid credentials, fault.Forbidden for missing
// permissions or an inactive account, fault.NotFound for what the account does not
// have, and fault.Unavailable if the provider did not answer.
type Setup struct{ client *Client }

// Setup returns the reader of this client's account configuration.
func (c *Client) Setup() Setup { return Setup{c} }

// Place is a webhook's URL and HTTP method.
type Place struct{ URL, Method string }

// Account is the account at the provider.
type Account struct {
	Name, Status string // Status is active, suspended or closed
	Trial        bool
}

// Application is a TwiML application.
type Application struct{ Voice, Status Place }

// Number is a phone number of the account.
type Number struct {
	Number         string // E.164
	Calls, Texts   bool   // capabilities
	Voice, Status  Place
	Text           Place
	ApplicationSID string // handles its calls instead of Voice, or ""
	TrunkSID       string // handles its calls instead, or ""
}

// Told is the webhook of conversations, and its events.
type Told struct {
	Place  Place
	Events []string
}

// Address reports whether texts to a number start a conversation, and in which
// service.
type Address struct {
	Number     string
	Begins     bool
	ServiceSID string // "" for the account's default
}

// Account returns the account.
func (s Setup) Account(ctx context.Context) (Account, error) {
	a, err := s.client.voice(ctx).FetchAccount(s.client.config.AccountSID)
	if err != nil {
		return Account{}, unread(err)
	}
	return Account{Name: text(a.FriendlyName), Status: text(a.Status), Trial: text(a.Type) == "Trial"}, nil
}

// Key returns an error unless the account has the API key.
func (s Setup) Key(ctx context.Context) error {
	_, err := s.client.voice(ctx).FetchKey(s.client.config.APIKeySID, nil)
	return unread(err)
}

// KeySecret authenticates with the API key and reads the application, which every
// unrestricted key may do: it checks the secret that signs tokens.
func (s Setup) KeySecret(ctx context.Context) error {
	of := s.client.config
	_, err := voice.NewApiService(s.client.handlerAs(ctx, of.APIKeySID, of.APIKeySecret)).FetchApplication(of.ApplicationSID, nil)
	return unread(err)
}

// Application returns the application by which browsers place calls.
func (s Setup) Application(ctx context.Context) (Application, error) {
	a, err := s.client.voice(ctx).FetchApplication(s.client.config.ApplicationSID, nil)
	if err != nil {
		return Application{}, unread(err)
	}
	return Application{
		Voice: Place{text(a.VoiceUrl), text(a.VoiceMethod)}, Status: Place{text(a.StatusCallback), text(a.StatusCallbackMethod)},
	}, nil
}

// Numbers lists the account's phone numbers.
func (s Setup) Numbers(ctx context.Context) (numbers []Number, err error) {
	token, page := "", ""
	for {
		list, err := s.client.voice(ctx).PageIncomingPhoneNumber((&voice.ListIncomingPhoneNumberParams{}).SetPageSize(listPage), token, page)
		if err != nil {
			return nil, unread(err)
		}
		for _, n := range list.IncomingPhoneNumbers {
			number := Number{
				Number: text(n.PhoneNumber), ApplicationSID: text(n.VoiceApplicationSid), TrunkSID: text(n.TrunkSid),
				Voice:  Place{text(n.VoiceUrl), text(n.VoiceMethod)},
				Status: Place{text(n.StatusCallback), text(n.StatusCallbackMethod)},
				Text:   Place{text(n.SmsUrl), text(n.SmsMethod)},
			}
			if can := n.Capabilities; can != nil {
				number.Calls, number.Texts = can.Voice, can.Sms
			}
			numbers = append(numbers, number)
		}
		if text(list.NextPageUri) == "" || len(list.IncomingPhoneNumbers) == 0 {
			return numbers, nil
		}
		if token, page, err = following(*list.NextPageUri); err != nil {
			return nil, err
		}
	}
}

// Conversations returns the webhooks of the conversation service: its own, and that
// of the whole account.
func (s Setup) Conversations(ctx context.Context) (service, account Told, err error) {
	api := s.client.conversations(ctx)
	own, err := api.FetchServiceWebhookConfiguration(s.client.config.ServiceSID)
	if err != nil {
		return Told{}, Told{}, unread(err)
	}
	all, err := api.FetchConfigurationWebhook()
	if err != nil {
		return Told{}, Told{}, unread(err)
	}
	return Told{Place{text(own.PostWebhookUrl), text(own.Method)}, list(own.Filters)},
		Told{Place{text(all.PostWebhookUrl), text(all.Method)}, list(all.Filters)}, nil
}

// Addresses lists what happens to the first text to a number.
func (s Setup) Addresses(ctx context.Context) (addresses []Address, err error) {
	token, page := "", ""
	for {
		listed, err := s.client.conversations(ctx).PageConfigurationAddress(
			(&conversations.ListConfigurationAddressParams{}).SetType("sms").SetPageSize(listPage), token, page)
		if err != nil {
			return nil, unread(err)
		}
		for _, a := range listed.AddressConfigurations {
			address := Address{Number: text(a.Address)}
			if a.AutoCreation != nil {
				if creation, is := (*a.AutoCreation).(map[string]any); is {
					address.Begins, _ = creation["enabled"].(bool)
					address.ServiceSID, _ = creation["conversation_service_sid"].(string)
				}
			}
			addresses = append(addresses, address)
		}
		if text(listed.Meta.NextPageUrl) == "" || len(listed.AddressConfigurations) == 0 {
			return addresses, nil
		}
		if token, page, err = following(*listed.Meta.NextPageUrl); err != nil {
			return nil, err
		}
	}
}

func list(p *[]string) []string {
	if p == nil {
		return nil
	}
	return *p
}

// unread converts an error of a read to a fault with advice.
func unread(err error) error {
	var r *client.TwilioRestError
	if !errors.As(err, &r) {
		return refused(err)
	}
	switch {
	case r.Code == codeInactive:
		return fault.Wrap(err, fault.Forbidden, "The account is not active.")
	case r.Status == http.StatusUnauthorized || r.Code == codeUnauthorized && r.Status != http.StatusForbidden:
		return fault.Wrap(err, fault.Unauthenticated, "The provider does not accept the credentials.")
	case r.Status == http.StatusForbidden:
		return fault.Wrap(err, fault.Forbidden, "The provider refuses this to the credentials.")
	default:
		return refused(err)
	}
}
