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

// Recipient is the recipient of a text: a number, a contact, or one of a contact's
// numbers.
type Recipient struct {
	Phone   string // E.164, or as users type it; "" for the contact's number
	Contact id.ID
}

// Look is what is known before a first text.
type Look struct {
	Number string `json:"number"` // E.164
	// Conversation is the existing conversation, or "".
	Conversation id.ID `json:"conversation,omitempty"`
	// Refusal is the reason why no text may be sent now, or "".
	Refusal string `json:"refusal,omitempty"`
}

// Begin returns the open conversation between an outside number and the principal's
// number, and creates it if there is none. The phone provider creates its own with
// the first text. Simultaneous calls and repeats return the same conversation. It
// needs the right to create messages. Errors: fault.Forbidden (the right; the country
// or kind of number; quiet hours; a conversation that the principal may not see),
// NotFound, Invalid (the number; no consent), Conflict (no number of ours).
func (s *Service) Begin(ctx context.Context, p *access.Principal, to Recipient, friendlyName, command string) (Ref, error) {
	begin, err := s.beginning(ctx, p, to)
	if err != nil {
		return Ref{}, err
	}
	begin.CommandMeta, begin.FriendlyName = runtime.CommandMeta{By: p.User, Command: command}, friendlyName
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
		if !elsewhere(err) { // otherwise another user or an incoming text was faster
			return ref, err
		}
	}
	return Ref{}, fault.New(fault.Conflict, "Error finding existing conversation.")
}

// Look returns the existing conversation with a recipient, and whether the recipient
// may be texted now. Errors: those of Begin about the number or the right.
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
			_, err = s.ask(ctx, p.Organization, id.New(), runtime.DryRun{Command: begin})
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

// beginning resolves the two numbers of a conversation.
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
	if fault.Is(err, fault.Conflict) {
		return Begin{}, fault.New(fault.Conflict, "You must set your Phone number first")
	}
	if err != nil {
		return Begin{}, err
	}
	return Begin{Number: number, Phone: ours.ID, Contact: who}, nil
}

// recipient resolves the number and its contact.
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

// between returns the open conversation of two numbers, or "". If there are several,
// it returns the one with the newest message.
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

// elsewhere reports whether a conversation is rejected because another one has the
// same two numbers or the same provider id.
func elsewhere(err error) bool {
	var e *fault.Error
	return errors.As(err, &e) && e.Code == fault.Conflict && (len(e.Fields["pair"]) > 0 || len(e.Fields["sid"]) > 0)
}
