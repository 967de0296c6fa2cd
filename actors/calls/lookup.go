package calls

import (
	"context"

	"switchboard/actors/numbers"
	"switchboard/storage/access"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// contactByNumber finds whose number it is: the first match over phone, then
// second_phone; a Party without id where nobody has it.
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

// refusing finds a contact with this number who is not to be called, whichever
// contact was chosen; a Party without id where there is none.
func (s *Service) refusing(ctx context.Context, organization id.ID, number string) (Party, error) {
	contact, found, err := numbers.Barring(ctx, s.store, organization, number)
	if err != nil || !found {
		return Party{}, err
	}
	return party(contact), nil
}

// Barred tells whoever may call whether the dialing of a number in E.164 would be refused
// because a contact with it is not to be called, and nothing else of that contact.
func (s *Service) Barred(ctx context.Context, p *access.Principal, number string) (bool, error) {
	if err := p.MayCreate("call"); err != nil {
		return false, err
	}
	who, err := s.refusing(ctx, p.Organization, number)
	return who.ID != "", err
}

func party(contact row.Record) Party {
	dnc, _ := contact.Bool("do_not_call")
	return Party{ID: contact.ID, Name: contact.Text("name"), DoNotCall: dnc}
}
