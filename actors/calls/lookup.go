package calls

import (
	"context"
	"encoding/json"
	"slices"

	"golang.org/x/text/language"

	"switchboard/storage/access"
	"switchboard/storage/exact"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// contactByNumber finds whose number it is: the first match over phone, then
// second_phone; a Party without id where nobody has it.
func (s *Service) contactByNumber(ctx context.Context, organization id.ID, number string) (Party, error) {
	if number == "" {
		return Party{}, nil
	}
	return s.contact(ctx, organization, number)
}

// refusing finds a contact with this number who is not to be called, whichever
// contact was chosen; a Party without id where there is none.
func (s *Service) refusing(ctx context.Context, organization id.ID, number string) (Party, error) {
	return s.contact(ctx, organization, number, row.Condition{Field: "do_not_call", Operator: "=", Value: true})
}

func (s *Service) contact(ctx context.Context, organization id.ID, number string, more ...row.Condition) (Party, error) {
	for _, field := range []string{"phone", "second_phone"} {
		found, err := s.store.Find(ctx, organization, row.Query{
			Object: "contact",
			Where:  append(more, row.Condition{Field: field, SubField: "phone_number", Operator: "=", Value: number}),
			Order:  []row.Order{{Field: "created_date"}},
			Limit:  1,
		})
		if err != nil {
			return Party{}, err
		}
		if len(found) == 1 {
			return party(found[0]), nil
		}
	}
	return Party{}, nil
}

func party(contact row.Record) Party {
	dnc, _ := contact.Bool("do_not_call")
	return Party{ID: contact.ID, Name: contact.Text("name"), DoNotCall: dnc}
}

// country is the one as within which somebody's numbers are read that bear no country code:
// that of his locale, else the United States or the first that the organization calls to.
func (s *Service) country(ctx context.Context, p *access.Principal) (string, error) {
	user, err := s.store.Get(ctx, p.Organization, "user", p.User)
	if err != nil {
		return "", err
	}
	if tag, err := language.Parse(user.Text("locale")); err == nil {
		if region, sure := tag.Region(); sure != language.No {
			return region.String(), nil
		}
	}
	const usual = "US"
	rules, err := s.settings.Settings(ctx, p.Organization)
	if err != nil || len(rules.Outbound.Countries) == 0 || slices.Contains(rules.Outbound.Countries, usual) {
		return usual, err
	}
	return rules.Outbound.Countries[0], nil
}

// ourNumber chooses the number a user calls from: the one he selected
// (settings.phone), one that is assigned to him, or the first.
func (s *Service) ourNumber(ctx context.Context, organization, user id.ID) (row.Record, error) {
	record, err := s.store.Get(ctx, organization, "user", user)
	if err != nil {
		return row.Record{}, err
	}
	var settings struct {
		Phone json.RawMessage `json:"phone"`
	}
	if err := record.JSON("settings", &settings); err != nil {
		settings.Phone = nil // settings are free-form; a strange one chooses nothing
	}
	phones, err := s.store.Find(ctx, organization, row.Query{
		Object: "twilio_phone", Order: []row.Order{{Field: "created_date"}, {Field: "id"}}, Limit: 200,
	})
	if err != nil {
		return row.Record{}, err
	}
	if len(phones) == 0 {
		return row.Record{}, fault.New(fault.Conflict, "Your organization has no phone number yet.")
	}
	best := phones[0]
	for _, phone := range slices.Backward(phones) {
		if phone.Lookup("assigned_user") == user {
			best = phone
		}
	}
	var selected struct {
		ID     id.ID  `json:"id"`
		Number string `json:"phone_number"`
	}
	if len(settings.Phone) > 0 && exact.Lenient(settings.Phone, &selected) == nil {
		for _, p := range phones {
			if p.ID == selected.ID || selected.ID == "" && p.Text("phone_number") == selected.Number {
				return p, nil
			}
		}
	}
	return best, nil
}
