package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"

	"switchboard/cmd/measure"
	"switchboard/storage/id"
	"switchboard/storage/pg/commit"
	"switchboard/storage/row"
	"switchboard/storage/wait"
)

// all runs the parts of the benchmark.
func (b *bench) all(ctx context.Context) error {
	conn, err := pgx.Connect(ctx, b.database)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	began := time.Now()
	if err := b.fill(ctx, conn); err != nil {
		return fmt.Errorf("fill: %w", err)
	}
	fmt.Printf("%d contacts in %s\n", b.rows, time.Since(began).Round(time.Second))
	if err := b.during(ctx, "alone", b.calm); err != nil {
		return err
	}
	if err := b.during(ctx, "bulk writer", func(ctx context.Context) error { return b.change(ctx, "first") }); err != nil {
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
	if err := b.during(ctx, "bulk writer and snapshot", func(ctx context.Context) error { return b.change(ctx, "second") }); err != nil {
		return err
	}
	return b.during(ctx, "snapshot, after the bulk", b.calm)
}

// during starts calls while work runs, and reports.
func (b *bench) during(ctx context.Context, part string, work func(context.Context) error) error {
	ringing, end := context.WithCancel(ctx)
	defer end()
	before, passes, began := b.watch.announced(), b.relay.Stats().Passes, time.Now()
	type outcome struct {
		timing *timing
		err    error
	}
	rung := make(chan outcome, 1)
	go func() {
		t, err := b.alerts(ringing)
		rung <- outcome{t, err}
	}()
	err := work(ctx)
	took := time.Since(began)
	end()
	alerts := <-rung
	if err := errors.Join(err, alerts.err); err != nil {
		return fmt.Errorf("%s: %w", part, err)
	}
	alerts.timing.report(part)
	if n := b.watch.announced() - before; n > 0 {
		fmt.Printf("%28s %d rows in %s, %.0f a second, %d passes of the relay, load %s\n", "", n, took.Round(time.Second),
			float64(n)/took.Seconds(), b.relay.Stats().Passes-passes, measure.Load())
	}
	return nil
}

// calm waits without other work.
func (b *bench) calm(ctx context.Context) error {
	wait.For(ctx, b.alone)
	return ctx.Err()
}

// fill creates the contacts.
func (b *bench) fill(ctx context.Context, conn *pgx.Conn) error {
	table := "org_" + strings.ReplaceAll(string(b.organization), "-", "") + ".contact"
	const batch = 10_000
	for len(b.ids) < b.rows {
		ids := make([]string, min(batch, b.rows-len(b.ids)))
		for i := range ids {
			one := id.New()
			b.ids = append(b.ids, one)
			ids[i] = string(one)
		}
		_, err := conn.Exec(ctx, `INSERT INTO `+table+` (id, organization_id, version, created_date, modified_date, name, first_name, last_name, company, email, phone, do_not_call)
			SELECT u.id, $1::uuid, 1, now(), now(), 'Contact ' || n, 'Contact', 'No ' || n, 'Company ' || n % 5000, 'c' || n || '@example.test',
			       jsonb_build_object('phone', '+1500' || lpad(n::text, 7, '0')), false
			FROM (SELECT v AS id, $3::bigint + place AS n FROM unnest($2::uuid[]) WITH ORDINALITY AS w (v, place)) AS u`,
			string(b.organization), ids, int64(len(b.ids)-len(ids)))
		if err != nil {
			return err
		}
	}
	if err := b.store.IndexLargeTables(ctx); err != nil {
		return err
	}
	_, err := conn.Exec(ctx, "ANALYZE "+table)
	return err
}

// change makes the bulk writers change all contacts, and waits for the
// follower.
func (b *bench) change(ctx context.Context, company string) error {
	want := b.watch.announced() + len(b.ids)
	var next atomic.Int64
	var work sync.WaitGroup
	errs := make([]error, b.writers)
	for w := range b.writers {
		work.Go(func() {
			for errs[w] == nil {
				from := int(next.Add(commit.MaxBulk)) - commit.MaxBulk
				if from >= len(b.ids) {
					return
				}
				changed, err := b.store.CommitBulk(ctx, commit.Bulk{
					Organization: b.organization, Object: "contact", Cause: "contact.bulk",
					IDs: b.ids[from:min(from+commit.MaxBulk, len(b.ids))], Set: row.Fields{"company": company},
				})
				if err == nil && len(changed) == 0 {
					err = errors.New("a bulk change changed nothing")
				}
				errs[w] = err
			}
		})
	}
	work.Wait()
	err := errors.Join(errs...)
	for err == nil && b.watch.announced() < want {
		wait.For(ctx, 5*time.Millisecond)
		err = ctx.Err()
	}
	return err
}
