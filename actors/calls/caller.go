package calls

import (
	"context"
	"encoding/json"
	"time"

	"switchboard/actors/sight"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Caller is what the organization knows about the other party of a call, as far as
// the reader may see it. Agents need it before they say hello.
type Caller struct {
	Company string `json:"company,omitempty"`
	// Last is the last call or text with this party before this call, or nil.
	Last *LastContact `json:"last,omitempty"`
	// Notes are the newest notes about the party, at most maxNotes. MoreNotes reports
	// whether there are more.
	Notes     []NoteLink `json:"notes"`
	MoreNotes bool       `json:"more_notes,omitempty"`
}

// LastContact is a call or a text. ID is the call or the conversation.
type LastContact struct {
	Kind string    `json:"kind"` // "call" or "text"
	ID   id.ID     `json:"id"`
	At   time.Time `json:"at"`
}

// NoteLink links to a note.
type NoteLink struct {
	ID   id.ID  `json:"id"`
	Name string `json:"name"`
}

const (
	maxNotes = 3
	// maxThreads bounds the conversations of a contact that wrote searches.
	maxThreads = 50
)

// Caller returns what is known about the other party of a call that the principal may
// see. Errors: fault.Forbidden, NotFound.
func (s *Service) Caller(ctx context.Context, p *access.Principal, call id.ID) (Caller, error) {
	out := Caller{Notes: []NoteLink{}}
	shown, err := sight.Shown(ctx, s.store, p, "call", call)
	if err != nil {
		return out, err
	}
	theirs := "from_number"
	if text(shown, "direction") == "outbound" {
		theirs = "to_number"
	}
	about := row.Condition{Field: theirs, Operator: "=", Value: text(shown, theirs)}
	contact := named(shown, "contact")
	if contact != "" {
		about = row.Condition{Field: "contact", Operator: "=", Value: contact}
		record, err := sight.Shown(ctx, s.store, p, "contact", contact)
		switch {
		case fault.Is(err, fault.Forbidden), fault.Is(err, fault.NotFound):
			return out, nil // reveal nothing about a contact that the principal may not see
		case err != nil:
			return out, err
		}
		out.Company = text(record, "company")
		if err := s.notes(ctx, p, contact, &out); err != nil {
			return out, err
		}
	}
	spoke, err := s.spoke(ctx, p, call, about)
	if err != nil {
		return out, err
	}
	wrote, err := s.wrote(ctx, p, contact)
	if err != nil {
		return out, err
	}
	out.Last = spoke
	if wrote != nil && (spoke == nil || wrote.At.After(spoke.At)) {
		out.Last = wrote
	}
	return out, nil
}

// notes reads the newest notes about a contact.
func (s *Service) notes(ctx context.Context, p *access.Principal, contact id.ID, out *Caller) error {
	if !p.Rights("note").Everywhere().Has("related_to") {
		return nil // the principal may not know what notes are about
	}
	found, err := sight.List(ctx, s.store, p, row.ReadRequest{
		Object: "note", Fields: []string{"name"}, Limit: maxNotes + 1,
		Where: []row.Condition{{Field: "related_to", SubField: "id", Operator: "=", Value: string(contact)}},
		Order: []row.Order{{Field: "created_date", Descending: true}, {Field: "id", Descending: true}},
	})
	for _, note := range found[:min(len(found), maxNotes)] {
		out.Notes = append(out.Notes, NoteLink{ID: id.ID(text(note, "id")), Name: text(note, "name")})
	}
	out.MoreNotes = len(found) > maxNotes
	return err
}

// spoke returns the last call before this one, or nil.
func (s *Service) spoke(ctx context.Context, p *access.Principal, call id.ID, about row.Condition) (*LastContact, error) {
	// The caller is anonymous, or the principal may not read the field to search by.
	if about.Value == "" || !p.Rights("call").Everywhere().Has(about.Field) {
		return nil, nil
	}
	found, err := sight.List(ctx, s.store, p, row.ReadRequest{
		Object: "call", Fields: []string{"start_time"}, Limit: 1,
		Where: []row.Condition{about, {Field: "id", Operator: "!=", Value: call}},
		Order: []row.Order{{Field: "start_time", Descending: true}, {Field: "id", Descending: true}},
	})
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return &LastContact{Kind: "call", ID: id.ID(text(found[0], "id")), At: moment(found[0], "start_time")}, nil
}

// wrote returns the conversation with the last text of a contact, or nil.
func (s *Service) wrote(ctx context.Context, p *access.Principal, contact id.ID) (*LastContact, error) {
	if contact == "" {
		return nil, nil
	}
	parts, err := s.store.Find(ctx, p.Organization, row.Query{
		Object: "twilio_participant", Fields: []string{"conversation"}, Limit: maxThreads,
		Where: []row.Condition{{Field: "contact", Operator: "=", Value: contact}},
		Order: []row.Order{{Field: "created_date", Descending: true}},
	})
	if err != nil || len(parts) == 0 {
		return nil, err
	}
	threads := make([]id.ID, 0, len(parts))
	for _, part := range parts {
		threads = append(threads, part.Lookup("conversation"))
	}
	found, err := sight.List(ctx, s.store, p, row.ReadRequest{
		Object: "twilio_conversation", Fields: []string{"last_message_at"}, Limit: 1,
		Where: []row.Condition{{Field: "id", Operator: "IN", Value: threads}, {Field: "last_message_at", Operator: "IS NOT NULL"}},
		Order: []row.Order{{Field: "last_message_at", Descending: true}, {Field: "id", Descending: true}},
	})
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return &LastContact{Kind: "text", ID: id.ID(text(found[0], "id")), At: moment(found[0], "last_message_at")}, nil
}

// text, named and moment read a projected field. A hidden field is empty.
func text(shown entry.Fields, field string) string {
	var value string
	_ = json.Unmarshal(shown[field], &value)
	return value
}

func named(shown entry.Fields, field string) id.ID {
	var value struct {
		ID id.ID `json:"id"`
	}
	_ = json.Unmarshal(shown[field], &value)
	return value.ID
}

func moment(shown entry.Fields, field string) time.Time {
	var value time.Time
	_ = json.Unmarshal(shown[field], &value)
	return value
}
