//go:build linux

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"switchboard/cmd/benchsocket"
	"switchboard/storage/id"
	"switchboard/storage/wait"
)

// alarm is a socket that hears of calls.
type alarm struct {
	socket *benchsocket.Socket
	ended  chan struct{}

	mu    sync.Mutex
	heard map[id.ID]heard
}

// heard is when a call was first told, and when it was stamped.
type heard struct{ at, stamped time.Time }

func (a *alarm) listen() {
	defer close(a.ended)
	for {
		packet, err := a.socket.Next()
		if err != nil {
			return
		}
		now := time.Now()
		var event []json.RawMessage
		var change struct {
			Object string
			ID     id.ID
		}
		if len(packet) < 2 || json.Unmarshal(packet[2:], &event) != nil || len(event) < 2 ||
			json.Unmarshal(event[1], &change) != nil || change.Object != "call" {
			continue
		}
		stamped, _ := stampOf(packet)
		a.mu.Lock()
		if _, known := a.heard[change.ID]; !known {
			a.heard[change.ID] = heard{now, stamped}
		}
		a.mu.Unlock()
	}
}

// alerts measures inbound calls alone, beside a bulk change, and beside a bulk
// change with a snapshot held open.
func (w *world) alerts(ctx context.Context, o settings) error {
	conn, err := pgx.Connect(ctx, w.database.DSN())
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	if err := fill(ctx, conn, o.rows); err != nil {
		return fmt.Errorf("fill: %w", err)
	}
	p, err := w.signIn(ctx, 0, "admin")
	if err != nil {
		return err
	}
	s, err := dial(w.addrs[0], p.token, "calls:all")
	if err != nil {
		return err
	}
	a := &alarm{socket: s, heard: map[id.ID]heard{}, ended: make(chan struct{})}
	go a.listen()
	defer func() { _ = s.Close(); <-a.ended }()
	var table []string
	add := func(what string, work func(context.Context) error) error {
		lines, err := w.beside(ctx, a, what, work)
		table = append(table, lines...)
		return err
	}
	alone := func(ctx context.Context) error { wait.For(ctx, o.measure); return ctx.Err() }
	if err := add("alone", alone); err != nil {
		return err
	}
	if err := add("bulk", func(ctx context.Context) error { return w.bulkProcess(ctx, "first") }); err != nil {
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
	if err := add("bulk and snapshot", func(ctx context.Context) error { return w.bulkProcess(ctx, "second") }); err != nil {
		return err
	}
	fmt.Printf("\n**Alerts**: inbound calls at %d/s, webhook at node 3, socket at node 1; a process of its own changes %d contacts by 500; load %s\n\n%s\n", callRate, o.rows, load(), tableHead)
	for _, line := range table {
		fmt.Println(line)
	}
	return nil
}

// bulkProcess changes all contacts in a process of its own.
func (w *world) bulkProcess(ctx context.Context, company string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	p, err := launch("bulk writer", nil, self, "-bulk", w.database.DSN(), "-company", company)
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

// beside rings calls at a rate while something is at work.
func (w *world) beside(ctx context.Context, a *alarm, what string, work func(context.Context) error) ([]string, error) {
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
					if err := w.alert(ctx, a, due, &asked, &stamped); err != nil {
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

// alert lets somebody call and waits until the socket was told.
func (w *world) alert(ctx context.Context, a *alarm, due time.Time, asked, stamped *timing) error {
	sid, err := w.placeCall(ctx)
	if err != nil {
		return err
	}
	call := id.Derived(sid)
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for late := time.After(patience); ; {
		a.mu.Lock()
		h, ok := a.heard[call]
		a.mu.Unlock()
		if ok {
			asked.add(h.at.Sub(due))
			if !h.stamped.IsZero() {
				stamped.add(h.at.Sub(h.stamped))
			}
			_, err := w.provide(ctx, "/simulator/calls/"+sid+"/hangup", nil)
			return err
		}
		select {
		case <-tick.C:
		case <-a.ended:
			return errors.New("the socket was lost")
		case <-late:
			return fmt.Errorf("the socket was never told of call %s", call)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
