package calls

import (
	"context"

	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// The objects of a call's conference and its participants. The call creates their
// records, and they have the call's owner.
const (
	ConferenceObject  = "conference"
	ParticipantObject = "call_participant"
)

// The roles of participants.
const (
	RoleCustomer = "customer"
	RoleAgent    = "agent"
)

func conferenceObject() *schema.Object {
	return &schema.Object{
		APIName: ConferenceObject, Title: "Conference", Kept: "Calls are kept for their history.", Route: schema.RouteRule{Owner: "owner"},
		Columns: []string{"start_time", "end_time", "status", "call"}, Order: "start_time",
		Base: []schema.Grant{{Relation: schema.ToOwner}},
		Fields: []*schema.Field{
			{Name: "name", Title: "Name", Type: schema.Text, Indexed: true, Repeats: "call"},
			{Name: "sid", Title: "Provider Id", Type: schema.Text, ReadOnly: true, Indexed: true},
			{Name: "call", Title: "Call", Type: schema.Lookup, Target: "call", Required: true, ReadOnly: true, Indexed: true},
			// Our own users' legs stay, and refer to the conference.
			{Name: "contact", Title: "Contact", Type: schema.Lookup, Target: "contact", ReadOnly: true, Indexed: true, Erased: &schema.Erased{Blank: []string{"name"}}},
			{Name: "status", Title: "Status", Type: schema.Enum, ReadOnly: true, Options: []string{ConferenceOn, ConferenceOver}},
			{Name: "start_time", Title: "Start Time", Type: schema.DateTime, ReadOnly: true, Indexed: true},
			{Name: "end_time", Title: "End Time", Type: schema.DateTime, ReadOnly: true},
		},
	}
}

// participantObject is one party's time on the line. A party that joins twice has two
// records.
func participantObject() *schema.Object {
	return &schema.Object{
		APIName: ParticipantObject, Title: "Call Participant", Kept: "Calls are kept for their history.", Route: schema.RouteRule{Owner: "owner"},
		Columns: []string{"joined", "left", "role", "user", "contact", "call"}, Order: "joined",
		Base: []schema.Grant{{Relation: schema.ToOwner}},
		Fields: []*schema.Field{
			{Name: "name", Title: "Name", Type: schema.Text, Indexed: true, Repeats: "call"},
			{Name: "call", Title: "Call", Type: schema.Lookup, Target: "call", Required: true, ReadOnly: true, Indexed: true},
			{Name: "conference", Title: "Conference", Type: schema.Lookup, Target: ConferenceObject, Required: true, ReadOnly: true, Indexed: true},
			{Name: "sid", Title: "Provider Id", Type: schema.Text, ReadOnly: true, Indexed: true, HelpText: "Of this leg"},
			{Name: "role", Title: "Role", Type: schema.Enum, Required: true, ReadOnly: true, Options: []string{RoleCustomer, RoleAgent}},
			{Name: "user", Title: "User", Type: schema.Lookup, Target: "user", ReadOnly: true, Indexed: true},
			{Name: "contact", Title: "Contact", Type: schema.Lookup, Target: "contact", ReadOnly: true, Indexed: true, Erased: &schema.Erased{Whole: true}},
			{Name: "number", Title: "Number", Type: schema.Text, Phone: true, ReadOnly: true, Indexed: true},
			{Name: "muted", Title: "Muted", Type: schema.Boolean, ReadOnly: true},
			{Name: "hold", Title: "On Hold", Type: schema.Boolean, ReadOnly: true},
			{Name: "joined", Title: "Joined", Type: schema.DateTime, ReadOnly: true, Indexed: true},
			{Name: "left", Title: "Left", Type: schema.DateTime, ReadOnly: true},
		},
	}
}

// createdByCalls rejects records that clients create: such a record could name a call
// of another user. Its value is the error message.
type createdByCalls string

// Review implements feature.Reviewer.
func (how createdByCalls) Review(_ context.Context, _ *access.Principal, _ id.ID, before row.Record, _ row.Fields) ([]row.Write, error) {
	if before.ID == "" {
		return nil, fault.New(fault.Invalid, "%s", string(how))
	}
	return nil, nil
}
