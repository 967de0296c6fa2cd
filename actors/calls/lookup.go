package calls

import (
	"context"

	"switchboard/actors/numbers"
	"switchboard/storage/access"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// contactByNumber returns the contact with a number: the first match in phone, then
// in second_phone. Without a match, the Party has no id.
func (s *Service) contactByNumber(ctx context.Context, organization id.ID, number string) (Party, error) {
	if number == "" {
		return Party{}, nil
	}
	contact, found, err := numbers.Holder(ctx, s.store, organization, number)
	if err != nil || !found {
		return Party{}, err
	}
	return party(contact), nil
}

// doNotCallContact returns a contact with this number that asked not to be called, no
// matter which contact was chosen. Without one, the Party has no id.
func (s *Service) doNotCallContact(ctx context.Context, organization id.ID, number string) (Party, error) {
	contact, found, err := numbers.Barring(ctx, s.store, organization, number)
	if err != nil || !found {
		return Party{}, err
	}
	return party(contact), nil
}

// Barred reports to users who may call whether dialing a number in E.164 would be
// refused because a contact with it is not to be called. It reveals nothing else of
// that contact.
func (s *Service) Barred(ctx context.Context, p *access.Principal, number string) (bool, error) {
	if err := p.MayCreate("call"); err != nil {
		return false, err
	}
	who, err := s.doNotCallContact(ctx, p.Organization, number)
	return who.ID != "", err
}

func party(contact row.Record) Party {
	dnc, _ := contact.Bool("do_not_call")
	return Party{ID: contact.ID, Name: contact.Text("name"), DoNotCall: dnc}
}
