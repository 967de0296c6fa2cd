package calls

import (
	"context"

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
