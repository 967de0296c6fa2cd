package runtime

import (
	"context"
	"errors"

	"switchboard/storage/row"
)

// errRehearsed ends the transaction of a rehearsal.
var errRehearsed = errors.New("runtime: only rehearsed")

// runTogether decides each task on what those before it led to, and commits all in one
// transaction. failed is the one that was refused, -1 for none in particular. A
// rehearsal does the same, and takes it back.
func (w *Writer[S]) runTogether(ctx context.Context, tasks []task) (replies []any, failed int, err error) {
	type written struct {
		writes  []row.Write
		records []row.Record
	}
	var all []written
	err = w.store.Together(ctx, func(ctx context.Context) error {
		w.drop() // what is remembered may be what a try before this one did not commit
		replies, all = nil, nil
		for i, t := range tasks {
			failed = i
			d, err := w.decide(ctx, t)
			if err != nil && !t.done {
				return err
			}
			switch {
			case t.done:
			case d.empty():
				if err := w.settled(ctx, t); err != nil {
					return err
				}
			default:
				records, err := w.commit(ctx, t, d)
				if err != nil {
					return err
				}
				all = append(all, written{d.Writes, records})
			}
			replies = append(replies, d.Reply)
		}
		failed = -1
		if w.rehearses {
			return errRehearsed
		}
		return nil
	})
	if err != nil {
		w.drop()
		if errors.Is(err, errRehearsed) {
			return replies, -1, nil
		}
		return nil, failed, err
	}
	for _, one := range all { // not before: another writer may commit these versions instead
		w.watch.committed(one.writes, one.records)
	}
	return replies, -1, nil
}
