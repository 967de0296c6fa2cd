package onboarding

import (
	"cmp"
	"context"
	"regexp"

	"switchboard/actors/carrier"
	"switchboard/actors/feature"
	"switchboard/actors/numbers"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/row"
)

const phoneObject = "twilio_phone"

var areaCode = regexp.MustCompile(`^[0-9]{3}$`)

// SearchInput asks for numbers for sale.
type SearchInput struct {
	AreaCode string `json:"area_code"`
	feature.Given
}

// Search finds numbers that can be bought in an area.
func (s *Service) Search(ctx context.Context, p *access.Principal, in SearchInput) ([]carrier.NumberForSale, error) {
	if err := may(p); err != nil {
		return nil, err
	}
	if !areaCode.MatchString(in.AreaCode) {
		return nil, fault.Field("area_code", "area_code must be 3 digits")
	}
	account, err := s.account(ctx, p)
	if err != nil {
		return nil, err
	}
	found, err := s.provider.Search(ctx, account, in.AreaCode)
	return found, unauthenticated(err)
}

// PurchaseInput names the number to buy.
type PurchaseInput struct {
	PhoneNumber string `json:"phone_number"`
	feature.Given
}

// Phone is one of our numbers.
type Phone struct {
	Made
	PhoneNumber string `json:"phone_number"`
}

// Purchase buys one number and records it. A repeat buys nothing.
func (s *Service) Purchase(ctx context.Context, p *access.Principal, in PurchaseInput) (Phone, error) {
	account, err := s.account(ctx, p)
	if err != nil {
		return Phone{}, err
	}
	number, err := numbers.Read(in.PhoneNumber, "US")
	if err != nil && !e164.MatchString(in.PhoneNumber) {
		return Phone{}, fault.Field("phone_number", "phone_number must be a number that the search found")
	}
	bought, err := s.provider.Buy(ctx, account, cmp.Or(number, in.PhoneNumber))
	if err != nil {
		return Phone{}, unauthenticated(err)
	}
	return s.recordPhone(ctx, p, bought)
}

var e164 = regexp.MustCompile(`^\+[1-9][0-9]{6,14}$`)

func (s *Service) recordPhone(ctx context.Context, p *access.Principal, n carrier.Number) (Phone, error) {
	// A number that was entered by hand has an id of its own.
	found, err := s.find(ctx, p.Organization, phoneObject, "phone_number", n.PhoneNumber)
	if err != nil {
		return Phone{}, err
	}
	if len(found) > 0 && found[0].Text("sid") != n.SID {
		made, err := s.change(ctx, p, phoneObject, found[0].Text("sid"), row.Fields{"sid": n.SID})
		made.SID = n.SID
		return Phone{made, n.PhoneNumber}, err
	}
	friendly := numbers.Formatted(n.PhoneNumber)
	made, err := s.record(ctx, p, phoneObject, n.SID, row.Fields{
		"name": cmp.Or(n.FriendlyName, friendly), "phone_number": n.PhoneNumber, "friendly_number": friendly, "voice_application_sid": n.ApplicationSID,
		"capabilities": row.JSONValue(map[string]bool{"voice": n.Voice, "sms": n.Texts, "mms": n.MMS}),
	})
	return Phone{made, n.PhoneNumber}, err
}

// ImportInput asks for the account's numbers.
type ImportInput struct{ feature.Given }

// Import records the account's numbers that are not recorded yet, and returns all of them.
func (s *Service) Import(ctx context.Context, p *access.Principal, _ ImportInput) ([]Phone, error) {
	account, err := s.account(ctx, p)
	if err != nil {
		return nil, err
	}
	owned, err := s.provider.Numbers(ctx, account)
	if err != nil {
		return nil, unauthenticated(err)
	}
	phones := make([]Phone, 0, len(owned))
	for _, n := range owned {
		phone, err := s.recordPhone(ctx, p, n)
		if err != nil {
			return nil, err
		}
		phones = append(phones, phone)
	}
	return phones, nil
}

// AssignInput has a voice application handle the calls to a number.
type AssignInput struct {
	SID            string `json:"sid"`
	ApplicationSID string `json:"voice_application_sid"`
	feature.Given
}

// Assign has a voice application handle the calls to a number.
func (s *Service) Assign(ctx context.Context, p *access.Principal, in AssignInput) (Made, error) {
	account, err := s.account(ctx, p)
	if err != nil {
		return Made{}, err
	}
	applications, err := s.find(ctx, p.Organization, applicationObject, "sid", in.ApplicationSID)
	if err != nil {
		return Made{}, err
	}
	if len(applications) == 0 {
		return Made{}, fault.Field("voice_application_sid", "Your organization has no voice application %s. Go back and create it", in.ApplicationSID)
	}
	if err := s.provider.Assign(ctx, account, in.SID, in.ApplicationSID); err != nil {
		return Made{}, unauthenticated(err)
	}
	return s.change(ctx, p, phoneObject, in.SID, row.Fields{"voice_application_sid": in.ApplicationSID})
}

// ServeInput adds a number to a messaging service.
type ServeInput struct {
	ServiceSID string `json:"service_sid"`
	SID        string `json:"sid"`
	feature.Given
}

// Serve has texts from a number belong to a messaging service.
func (s *Service) Serve(ctx context.Context, p *access.Principal, in ServeInput) (Made, error) {
	if err := may(p); err != nil {
		return Made{}, err
	}
	found, err := s.find(ctx, p.Organization, serviceObject, "sid", in.ServiceSID)
	if err != nil {
		return Made{}, err
	}
	if len(found) == 0 {
		return Made{}, fault.New(fault.NotFound, "Your organization has no messaging service %s. Go back and create it.", in.ServiceSID)
	}
	return s.change(ctx, p, phoneObject, in.SID, row.Fields{"service_sid": in.ServiceSID, "service": found[0].ID})
}

// AddressInput says what happens to the first text to a number.
type AddressInput struct {
	Enabled    bool   `json:"auto_creation_enabled"`
	ServiceSID string `json:"auto_creation_conversation_service_sid"`
	Creation   string `json:"auto_creation_type"`
	Address    string `json:"address"`
	Type       string `json:"type"`
	feature.Given
}

// Converse has the first text to a number begin a conversation.
func (s *Service) Converse(ctx context.Context, p *access.Principal, in AddressInput) (Made, error) {
	account, err := s.account(ctx, p)
	if err != nil {
		return Made{}, err
	}
	if in.Creation != "" && in.Creation != "default" {
		return Made{}, fault.Field("auto_creation_type", "auto_creation_type must be default")
	}
	if in.Type != "" && in.Type != "sms" {
		return Made{}, fault.Field("type", "type must be sms")
	}
	found, err := s.find(ctx, p.Organization, phoneObject, "phone_number", in.Address)
	if err != nil {
		return Made{}, err
	}
	if len(found) == 0 {
		return Made{}, fault.Field("address", "address must be one of your organization's numbers, in E.164")
	}
	services, err := s.find(ctx, p.Organization, serviceObject, "sid", in.ServiceSID)
	if err != nil {
		return Made{}, err
	}
	if len(services) == 0 {
		return Made{}, fault.Field("auto_creation_conversation_service_sid", "Your organization has no messaging service %s. Go back and create it", in.ServiceSID)
	}
	if _, err := s.provider.Converse(ctx, account, in.Address, in.ServiceSID, in.Enabled); err != nil {
		return Made{}, unauthenticated(err)
	}
	return s.change(ctx, p, phoneObject, found[0].Text("sid"), row.Fields{"auto_creation_enabled": in.Enabled})
}
