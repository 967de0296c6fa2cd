//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"switchboard/cmd/measure"
	"switchboard/storage/id"
	"switchboard/storage/wait"
)

// alerts measures inbound calls alone, during a bulk change, and during a
// bulk change with an open snapshot.
func alerts(ctx context.Context, o settings, w *world) error {
	conn, err := pgx.Connect(ctx, w.database.DSN())
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	if err := fill(ctx, conn, o.rows); err != nil {
		return fmt.Errorf("fill: %w", err)
	}
	p, err := w.at.signIn(ctx, 0, "admin")
	if err != nil {
		return err
	}
	s, err := dial(w.at[0], p.token, "calls:all")
	if err != nil {
		return err
	}
	r := ringing{outside: w.outside, alarm: listenTo(s)}
	defer r.alarm.close()
	var table []string
	add := func(what string, work func(context.Context) error) error {
		lines, err := r.during(ctx, what, work)
		table = append(table, lines...)
		return err
	}
	alone := func(ctx context.Context) error { wait.For(ctx, o.measure); return ctx.Err() }
	if err := add("alone", alone); err != nil {
		return err
	}
	if err := add("bulk", func(ctx context.Context) error { return bulkProcess(ctx, w.database.DSN(), "first") }); err != nil {
		return err
	}
	backup, err := conn.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly})
	if err != nil {
		return err
	}
	defer func() { _ = backup.Rollback(context.WithoutCancel(ctx)) }()
	if _, err := backup.Exec(ctx, "SELECT count(*) FROM core.outbox"); err != nil { // takes its snapshot
		return err
	}
	if err := add("bulk and snapshot", func(ctx context.Context) error { return bulkProcess(ctx, w.database.DSN(), "second") }); err != nil {
		return err
	}
	fmt.Printf("\n**Alerts**: inbound calls at %d/s, webhook at node 3, socket at node 1; a process of its own changes %d contacts by 500; load %s\n\n%s\n", callRate, o.rows, measure.Load(), tableHead)
	for _, line := range table {
		fmt.Println(line)
	}
	return nil
}

// bulkProcess changes all contacts in a process of its own.
func bulkProcess(ctx context.Context, dsn, company string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	p, err := launch("bulk writer", nil, self, "-bulk", dsn, "-company", company)
	if err != nil {
		return err
	}
	defer p.kill()
	select {
	case <-p.Ended:
	case <-ctx.Done():
		return ctx.Err()
	}
	if p.Err != nil {
		return fmt.Errorf("the bulk writer failed: %s", p.log)
	}
	return nil
}

const callRate = 10

// ringing is a source of inbound calls, and the socket that receives them.
type ringing struct {
	outside outside
	alarm   *alarm
}

// during starts calls at a rate while work runs.
func (r ringing) during(ctx context.Context, what string, work func(context.Context) error) ([]string, error) {
	ringing, end := context.WithCancel(ctx)
	defer end()
	var asked, stamped timing
	var calls sync.WaitGroup
	failed := make(chan error, 1)
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		tick := time.NewTicker(time.Second / callRate)
		defer tick.Stop()
		for {
			select {
			case <-ringing.Done():
				return
			case due := <-tick.C:
				calls.Go(func() {
					if err := r.alert(ctx, due, &asked, &stamped); err != nil {
						select {
						case failed <- err:
						default:
						}
					}
				})
			}
		}
	}()
	began := time.Now()
	err := work(ctx)
	took := time.Since(began)
	end()
	<-stopped
	calls.Wait()
	select {
	case one := <-failed:
		err = errors.Join(err, one)
	default:
	}
	what += fmt.Sprintf(" (%s)", took.Round(time.Second))
	return []string{stamped.line(what + ": stamped → socket"), asked.line(what + ": due at the simulator → socket")}, err
}

// alert starts a call, waits until the socket has received it, and hangs up.
func (r ringing) alert(ctx context.Context, due time.Time, asked, stamped *timing) error {
	sid, err := r.outside.placeCall(ctx)
	if err != nil {
		return err
	}
	h, err := r.alarm.await(ctx, id.Derived(sid))
	if err != nil {
		return err
	}
	asked.Add(h.at.Sub(due))
	if !h.stamped.IsZero() {
		stamped.Add(h.at.Sub(h.stamped))
	}
	return r.outside.hangUp(ctx, sid)
}
