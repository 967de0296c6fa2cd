package pg

import (
	"context"
	"errors"
	"strings"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// orgsPerQuery bounds one statement over the tables of many organisations.
const orgsPerQuery = 200

// OrganizationByConversation finds the organisation that a conversation belongs
// to, and the phone ("" for none) it is held over; fault.NotFound where it is
// nobody's.
func (s *Store) OrganizationByConversation(ctx context.Context, conversation id.ID) (organization, phone id.ID, err error) {
	if !conversation.Valid() {
		return "", "", unknownHere("twilio_conversation")
	}
	organization, found, err := s.locate(ctx, "twilio_conversation", row.Condition{Field: "id", Operator: "=", Value: conversation})
	return organization, found.Lookup("phone"), err
}

func unknownHere(object string) error {
	return fault.New(fault.NotFound, "No organization has this %s.", strings.ReplaceAll(object, "_", " "))
}

// locate finds a record in whichever organisation has it. A provider's webhook
// names a number or a conversation, never an organisation.
func (s *Store) locate(ctx context.Context, object string, where row.Condition) (id.ID, row.Record, error) {
	organizations, err := s.Organizations(ctx)
	if err != nil {
		return "", row.Record{}, err
	}
	for len(organizations) > 0 {
		n := min(len(organizations), orgsPerQuery)
		organization, found, err := s.locateIn(ctx, organizations[:n], object, where)
		if err != nil || organization != "" {
			return organization, found, s.failure(err)
		}
		organizations = organizations[n:]
	}
	return "", row.Record{}, unknownHere(object)
}

func (s *Store) locateIn(ctx context.Context, organizations []Organization, object string, where row.Condition) (id.ID, row.Record, error) {
	var parts []string
	var args []any
	for _, o := range organizations {
		t, err := s.table(o.ID, object)
		if err != nil {
			return "", row.Record{}, err
		}
		q := &statement{store: s, organization: o.ID, table: t}
		condition, err := q.where([]row.Condition{where}, false)
		if err != nil {
			return "", row.Record{}, err
		}
		args = q.args // the same in each: one value, in the first place
		parts = append(parts, "(SELECT "+t.list+" FROM "+t.name+" t WHERE t.deleted_date IS NULL AND "+condition+" LIMIT 1)")
	}
	t, err := s.table(organizations[0].ID, object)
	if err != nil {
		return "", row.Record{}, err
	}
	// Not a prepared statement: its text is another one with each organisation.
	rows, err := s.pool.Query(ctx, "SELECT * FROM ("+strings.Join(parts, " UNION ALL ")+") AS found LIMIT 1", append([]any{pgx.QueryExecModeExec}, args...)...)
	if err != nil {
		return "", row.Record{}, err
	}
	found, err := pgx.CollectExactlyOneRow(rows, newScanner(t).record)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", row.Record{}, nil
	}
	return found.Lookup("organization_id"), found, err
}
