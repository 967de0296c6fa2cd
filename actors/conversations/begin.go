package conversations

import (
	"context"
	"errors"
	"slices"

	"switchboard/actors/numbers"
	"switchboard/actors/runtime"
	"switchboard/actors/sight"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/phonenumber"
	"switchboard/storage/row"
)

// Recipient is who is to be texted: a number, a contact, or one of a contact's numbers.
type Recipient struct {
	Phone   string // E.164, or as a person writes it; "" for the contact's
	Contact id.ID
}

// Look is what is known before somebody is texted.
type Look struct {
	Number string `json:"number"` // E.164
	// Conversation is the one that there is, "" for none.
	Conversation id.ID `json:"conversation,omitempty"`
	// Refusal says why no text may go out now, "" where one may.
	Refusal string `json:"refusal,omitempty"`
}

// Begin gives the conversation between a number outside and the number that the principal
// texts from, and makes it where there is none that is not closed: at the phone provider
// it begins with its first text. Two who begin at the same moment, or a repeat, find the
// same one. It needs the right to create messages. Errors: fault.Forbidden (the right; the
// country or kind of number; quiet hours; a conversation that one may not see), NotFound,
// Invalid (the number; no consent), Conflict (no number of ours).
func (s *Service) Begin(ctx context.Context, p *access.Principal, to Recipient, friendlyName, command string) (Ref, error) {
	begin, err := s.beginning(ctx, p, to)
	if err != nil {
		return Ref{}, err
	}
	begin.Given, begin.FriendlyName = runtime.Given{By: p.User, Command: command}, friendlyName
	for range 2 {
		there, err := s.between(ctx, p.Organization, begin.Phone, begin.Number)
		if err != nil {
			return Ref{}, err
		}
		if there != "" {
			_, err := sight.Of(ctx, s.store, p, "twilio_conversation", there)
			return Ref{ID: there}, err
		}
		if err := s.guard.Reach(ctx, p, begin.Number); err != nil {
			return Ref{}, err
		}
		ref, err := runtime.AskFor[Ref](ctx, s.engine, Kind, runtime.Identity{Organization: p.Organization, ID: id.New()}, begin)
		if !elsewhere(err) { // else somebody else, or a text that came in, was faster
			return ref, err
		}
	}
	return Ref{}, fault.New(fault.Conflict, "Error finding existing conversation.")
}

// Look tells which conversation there is with somebody, and whether he may be texted now.
// Errors: those of Begin that are about the number, or the right.
func (s *Service) Look(ctx context.Context, p *access.Principal, to Recipient) (Look, error) {
	begin, err := s.beginning(ctx, p, to)
	if err != nil {
		return Look{}, err
	}
	begin.By = p.User
	look := Look{Number: begin.Number}
	if look.Conversation, err = s.between(ctx, p.Organization, begin.Phone, begin.Number); err != nil {
		return Look{}, err
	}
	if err = s.guard.Reach(ctx, p, begin.Number); err == nil {
		if look.Conversation != "" {
			_, err = s.ask(ctx, p.Organization, look.Conversation, MaySend{})
		} else {
			_, err = s.ask(ctx, p.Organization, id.New(), runtime.Rehearsal{Command: begin})
		}
	}
	if err != nil {
		refusal := fault.From(err)
		if !slices.Contains([]fault.Code{fault.Invalid, fault.Forbidden, fault.Conflict}, refusal.Code) {
			return Look{}, err
		}
		look.Refusal = refusal.Detail
	}
	if _, hidden := sight.Of(ctx, s.store, p, "twilio_conversation", look.Conversation); hidden != nil {
		look.Conversation = ""
	}
	return look, nil
}

// beginning finds out which numbers a conversation is to be between.
func (s *Service) beginning(ctx context.Context, p *access.Principal, to Recipient) (Begin, error) {
	if err := p.MayCreate("twilio_message"); err != nil {
		return Begin{}, err
	}
	if p.Rights("twilio_conversation") == nil {
		return Begin{}, fault.New(fault.Forbidden, "You don't have permission to read conversations")
	}
	number, who, err := s.recipient(ctx, p, to)
	if err != nil {
		return Begin{}, err
	}
	ours, err := numbers.Ours(ctx, s.store, p.Organization, p.User, numbers.Texts)
	if err != nil {
		return Begin{}, err
	}
	return Begin{Number: number, Phone: ours.ID, Contact: who}, nil
}

// recipient finds out whose number is to be texted.
func (s *Service) recipient(ctx context.Context, p *access.Principal, to Recipient) (string, Person, error) {
	var who Person
	var listed []string
	if to.Contact != "" {
		if _, err := sight.Of(ctx, s.store, p, "contact", to.Contact); err != nil {
			return "", Person{}, err
		}
		record, err := s.store.Get(ctx, p.Organization, "contact", to.Contact)
		if err != nil {
			return "", Person{}, err
		}
		who, listed = Person{ID: record.ID, Name: record.Text("name")}, numbersOf(record.Fields)
		if to.Phone == "" && len(listed) > 0 {
			return listed[0], who, nil
		}
	}
	country, err := numbers.Country(ctx, s.store, s.settings, p.Organization, p.User)
	if err != nil {
		return "", Person{}, err
	}
	number, err := numbers.Read(to.Phone, country)
	switch {
	case to.Phone == "":
		return "", Person{}, fault.Field("phone", "Please add at least one valid contact and phone number.")
	case errors.Is(err, numbers.ErrEmergency):
		return "", Person{}, fault.Field("phone", "Emergency numbers can't be texted from here. Use a mobile phone.")
	case err != nil:
		return "", Person{}, fault.Field("phone", "Please enter a valid 10-digit number or select a contact.")
	case to.Contact != "" && !slices.ContainsFunc(listed, func(one string) bool { return phonenumber.Same(one, number) }):
		return "", Person{}, fault.Field("phone", "This contact does not have this number.")
	case to.Contact != "":
		return number, who, nil
	}
	who, err = s.contactByNumber(ctx, p.Organization, number)
	return number, who, err
}

// between finds the conversation of two numbers that is not closed, "" where there is
// none; where there are several, the one in which something was said last.
func (s *Service) between(ctx context.Context, organization, phone id.ID, number string) (id.ID, error) {
	found, err := s.store.Find(ctx, organization, row.Query{
		Object: "twilio_conversation", Fields: []string{"id"},
		Where: []row.Condition{
			{Field: "contact_phones", Operator: "IN", Value: phonenumber.Forms(number)}, {Field: "phone", Operator: "=", Value: phone},
			{Field: "type", Operator: "!=", Value: "group"}, {Field: "state", Operator: "!=", Value: "closed"},
		},
		Order: []row.Order{{Field: "last_number", Descending: true}, {Field: "created_date", Descending: true}},
		Limit: 1,
	})
	if err != nil || len(found) == 0 {
		return "", err
	}
	return found[0].ID, nil
}

// elsewhere tells whether a conversation is refused because another one is it: the one of
// the same two numbers, or of the same id at the provider.
func elsewhere(err error) bool {
	var e *fault.Error
	return errors.As(err, &e) && e.Code == fault.Conflict && (len(e.Fields["pair"]) > 0 || len(e.Fields["sid"]) > 0)
}
