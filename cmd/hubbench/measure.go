//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"switchboard/storage/wait"
)

// result collects a server's numbers over the rounds, by metric.
type result map[string][]float64

func (r result) add(what string, value float64) { r[what] = append(r[what], value) }

// dataSize makes a delivery of the protocol about 200 bytes.
const dataSize = 160

// data returns a payload that carries its time.
func data(size int) string {
	stamp := fmt.Sprintf("T%d", time.Now().UnixNano())
	return stamp + strings.Repeat("x", size-len(stamp))
}

// maxSilence is how long a measurement waits for its first delivery.
const maxSilence = maxWait

// flow is what the clients received during a measurement.
type flow struct {
	perDelivery, perSecond float64
	p50, p99               time.Duration
}

// stream publishes at a rate for a while and returns what arrived in the
// second part.
func stream(ctx context.Context, s server, p *process, c *clientSet, rate, size int, warm, measure time.Duration) (flow, error) {
	publisher, err := s.connect(p.addr, 0)
	if err != nil {
		return flow{}, err
	}
	defer func() { _ = publisher.Close() }()
	_ = publisher.SetDeadline(time.Time{})
	ctx, stop := context.WithCancel(ctx)
	var work sync.WaitGroup
	defer work.Wait()
	defer stop()
	work.Go(func() { publish(ctx, s, publisher, rate, size) })
	work.Go(func() { _, _ = publisher.Until("never") }) // the acks must be read
	defer func() { _ = publisher.SetDeadline(time.Now()) }()

	wait.For(ctx, warm)
	c.forget()
	cpu, err1 := p.cpu()
	count, began := c.deliveries.Load(), time.Now()
	wait.For(ctx, measure)
	for c.deliveries.Load() == count && time.Since(began) < maxSilence { // a busy machine is late
		wait.For(ctx, measure)
	}
	count = c.deliveries.Load() - count
	after, err2 := p.cpu()
	took := time.Since(began)
	if err := errors.Join(err1, err2, ctx.Err()); err != nil {
		return flow{}, err
	}
	if lost := c.lost.Load(); lost > 0 || count == 0 {
		return flow{}, fmt.Errorf("%d connections were lost, %d deliveries came", lost, count)
	}
	return flow{float64((after - cpu).Microseconds()) / float64(count), float64(count) / took.Seconds(), c.percentile(.5), c.percentile(.99)}, nil
}

// publish sends events at a rate, evenly or in ticks of 2 ms.
func publish(ctx context.Context, s server, l *link, rate, size int) {
	tick := time.NewTicker(max(time.Second/time.Duration(rate), 2*time.Millisecond))
	defer tick.Stop()
	began, sent := time.Now(), 0
	for ctx.Err() == nil {
		select {
		case <-ctx.Done():
		case <-tick.C:
			for due := int(time.Since(began).Seconds() * float64(rate)); sent < due; sent++ {
				if l.Send(s.publish(data(size))) != nil {
					return
				}
			}
		}
	}
}

// spread measures fan-out with time between the events.
func spread(ctx context.Context, s server, p *process, o settings, r result) error {
	c, err := gather(s, p.addr, o.sockets)
	if err != nil {
		return err
	}
	defer c.close(true)
	f, err := stream(ctx, s, p, c, o.rate, dataSize, o.warm, o.measure)
	r.add("spread cpu", f.perDelivery)
	r.add("spread p50", ms(f.p50))
	r.add("spread p99", ms(f.p99))
	return err
}

// Fan-out rises by rise per step until p99 exceeds tooLate or deliveries fall
// behind.
const (
	firstRate = 60
	rise      = 1.25
	tooLate   = 100 * time.Millisecond
)

// rising finds the deliveries per second that a server sustains.
func rising(ctx context.Context, s server, p *process, o settings, r result) error {
	c, err := gather(s, p.addr, o.rising)
	if err != nil {
		return err
	}
	defer c.close(true)
	var best flow
	receivers, missed := 0., 0
	for rate := float64(firstRate); missed < 2; { // other load may spoil a step: it has a second attempt
		f, err := stream(ctx, s, p, c, int(rate), dataSize, 400*time.Millisecond, 1200*time.Millisecond)
		if err != nil {
			return err
		}
		if receivers == 0 { // not every client of the product may see the field
			receivers = f.perSecond / float64(int(rate))
		}
		if f.p99 > tooLate || f.perSecond < .9*receivers*float64(int(rate)) {
			missed++
			continue
		}
		best, missed = f, 0
		rate *= rise
	}
	r.add("rising held", best.perSecond)
	r.add("rising p99", ms(best.p99))
	r.add("rising cpu", best.perDelivery)
	return nil
}

// pacedAsks is the requests per second of all clients together when they are
// paced: a rate that each server sustains easily.
const pacedAsks = 20_000

// acks lets clients send requests in a closed loop, and then at a rate that
// is the same for all servers. A server that answers more requests in the
// closed loop leaves the clients less of the machine, which shows in its p99
// there.
func acks(ctx context.Context, s server, p *process, o settings, r result) error {
	loop, err := ask(ctx, s, p, o, 0)
	if err != nil {
		return err
	}
	paced, err := ask(ctx, s, p, o, time.Second*time.Duration(o.askers)/pacedAsks)
	if err != nil {
		return err
	}
	r.add("acks rate", float64(len(loop.took))/(o.measure/2).Seconds())
	r.add("acks p99", ms(loop.took[int(.99*float64(len(loop.took)-1))]))
	r.add("acks cpu", float64(loop.cpu.Microseconds())/float64(len(loop.took)))
	r.add("paced p50", ms(paced.took[int(.50*float64(len(paced.took)-1))]))
	r.add("paced p99", ms(paced.took[int(.99*float64(len(paced.took)-1))]))
	return nil
}

type asked struct {
	took []time.Duration // sorted
	cpu  time.Duration   // of the server
}

// ask lets each client send its next request when the last was answered, but
// no more often than every. A request that is late because of the previous
// one counts from when it was due.
func ask(ctx context.Context, s server, p *process, o settings, every time.Duration) (out asked, err error) {
	var work sync.WaitGroup
	var mu sync.Mutex
	var failure error
	question := `["echo",{"data":"` + data(dataSize) + `"}]`
	from := time.Now().Add(o.warm / 2)
	until := from.Add(o.measure / 2)
	for i := range o.askers {
		l, err := s.connect(p.addr, i)
		if err != nil {
			return out, err
		}
		defer func() { _ = l.Close() }()
		work.Go(func() {
			var mine []time.Duration
			var err error
			due := time.Now().Add(every * time.Duration(i) / time.Duration(o.askers))
			for id := 1; err == nil && ctx.Err() == nil && (time.Now().Before(until) || len(mine) == 0); id++ {
				began := time.Now()
				if every > 0 {
					if began.Before(due) {
						time.Sleep(due.Sub(began))
						began = time.Now() // the clients' own sleep is not the server's
					} else {
						began = due
					}
					due = due.Add(every)
				}
				if err = l.Ask(id, question); began.After(from) {
					mine = append(mine, time.Since(began))
				}
			}
			mu.Lock()
			out.took = append(out.took, mine...)
			failure = errors.Join(failure, err)
			mu.Unlock()
		})
	}
	wait.For(ctx, time.Until(from))
	cpu, err1 := p.cpu()
	work.Wait()
	after, err2 := p.cpu()
	if err := errors.Join(err1, err2, failure, ctx.Err()); err != nil {
		return out, err
	}
	if len(out.took) == 0 {
		return out, errors.New("nothing was answered")
	}
	slices.Sort(out.took)
	out.cpu = after - cpu
	return out, nil
}

// idle measures the KiB of resident memory per idle connection.
func idle(_ context.Context, s server, p *process, o settings, r result) error {
	warm, err := gather(s, p.addr, 50) // code and pools are in memory
	if err != nil {
		return err
	}
	defer warm.close(true)
	before, err := p.memory()
	if err != nil {
		return err
	}
	c, err := gather(s, p.addr, o.idle)
	if err != nil {
		return err
	}
	defer c.close(true)
	after, err := p.memory()
	r.add("idle memory", float64(after-before)/float64(o.idle)/1024)
	return err
}

func ms(d time.Duration) float64 { return d.Seconds() * 1000 }
