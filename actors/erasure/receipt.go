package erasure

import (
	"context"
	"fmt"
	"strings"

	"switchboard/storage/fault"
	"switchboard/storage/row"
)

// finish forgets what was to be done outside for what is erased, and leaves the receipt.
func (p *portion) finish(ctx context.Context) error {
	busy, err := p.store.ScrubEffects(ctx, p.of)
	if err != nil {
		return err
	}
	if busy {
		return fault.New(fault.Unavailable, "A message to this person is being sent. Try again when it is done.")
	}
	counts, err := p.store.Erased(ctx, p.of)
	if err != nil {
		return err
	}
	p.progress.Result = p.receipt(counts)
	p.progress.Over, p.progress.Done = true, p.progress.Total
	if err := p.store.EndErasure(ctx, p.of); err != nil {
		return err
	}
	return p.store.Happened(ctx, row.Happening{
		Organization: p.of.Organization, Object: "job", Record: p.of.Job, Actor: p.on.By.User, Cause: cause,
		Fields: row.Fields{"result": p.progress.Result},
	})
}

// receipt says which record was erased, and how many rows of what. The audit says who erased it
// and when.
func (p *portion) receipt(counts []row.ErasedCount) string {
	registry := p.on.By.Registry()
	var erased, emptied []string
	for _, c := range counts {
		o := registry.Object(c.Object)
		if o == nil {
			continue
		}
		if text := number(c.Count, lower(o.Title), lower(o.Plural)); c.Whole {
			erased = append(erased, text)
		} else {
			emptied = append(emptied, text)
		}
	}
	text := fmt.Sprintf("%s %s was erased: %s deleted", registry.Object(p.of.Object).Title, p.of.Record, strings.Join(erased, ", "))
	if len(emptied) > 0 {
		text += "; " + strings.Join(emptied, ", ") + " kept without anything of this person"
	}
	return fmt.Sprintf("%s; %s and %s cleaned.", text, number(p.at.History, "row of history", "rows of history"), number(p.at.Entries, "entry of the log", "entries of the log"))
}

func number(n int64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprint(n, " ", many)
}

func lower(title string) string { return strings.ToLower(title) }
