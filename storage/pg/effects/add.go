package effects

import (
	"time"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Add queues the change's effects.
func Add(batch *pgx.Batch, c row.Change) error {
	for i := range c.Effects {
		e := &c.Effects[i]
		one := e.ID
		if one == "" {
			one = id.New()
		}
		if !one.Valid() || (e.Subject != "" && !e.Subject.Valid()) {
			return fault.New(fault.Invalid, "An effect needs a UUID as its id and subject.")
		}
		payload := string(e.Payload)
		if payload == "" {
			payload = "null"
		}
		batch.Queue(`INSERT INTO core.effect (id, organization_id, kind, actor, subject, payload, not_before)
			VALUES ($1, $2, $3, $4, $5, $6::jsonb, coalesce($7::timestamptz, now()))`,
			string(one), string(c.Organization), e.Kind, e.Actor, nullableText(string(e.Subject)), payload, nullableTime(e.NotBefore))
	}
	return nil
}

func nullableText(text string) any {
	if text == "" {
		return nil
	}
	return text
}

func nullableTime(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t
}
