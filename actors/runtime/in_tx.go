package runtime

import (
	"context"
	"errors"

	"switchboard/storage/row"
)

// errDryRun ends the transaction of a dry run.
var errDryRun = errors.New("runtime: dry run")

// runInTx decides each task on the result of those before it, and commits all in one
// transaction. failed is the task that failed, or -1 if none in particular. A dry run
// does the same and rolls back.
func (w *Writer[S]) runInTx(ctx context.Context, tasks []task) (replies []any, failed int, err error) {
	type written struct {
		writes  []row.Write
		records []row.Record
	}
	var all []written
	err = w.store.Together(ctx, func(ctx context.Context) error {
		w.drop() // the state may come from an earlier attempt that did not commit
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
		if w.dryRun {
			return errDryRun
		}
		return nil
	})
	if err != nil {
		w.drop()
		if errors.Is(err, errDryRun) {
			return replies, -1, nil
		}
		return nil, failed, err
	}
	for _, one := range all { // not earlier: another writer may commit these versions instead
		w.watch.committed(one.writes, one.records)
	}
	return replies, -1, nil
}
