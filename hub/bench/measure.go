//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// result gathers a server's numbers over the rounds.
type result struct {
	perDelivery []float64 // µs of server CPU
	perSecond   []float64 // deliveries
	p50, p99    []float64 // ms, publish to client
	acks        []float64 // per second
	ackCPU      []float64 // µs of server CPU per request
	weight      float64   // KiB per idle connection
}

// dataSize makes a delivery of the protocol about 200 bytes.
const dataSize = 160

func data() string {
	stamp := fmt.Sprintf("T%d", time.Now().UnixNano())
	return stamp + strings.Repeat("x", dataSize-len(stamp))
}

// measure is one round with one server.
func measure(ctx context.Context, s server, o settings, r *result) error {
	p, err := s.start(ctx)
	if err != nil {
		return err
	}
	defer p.stop()
	if err := acks(ctx, s, p, o, r); err != nil {
		return err
	}
	c, err := gather(s, p.addr, o.sockets, true)
	if err != nil {
		return err
	}
	defer c.close(true)
	return fanOut(ctx, s, p, c, o, r)
}

func fanOut(ctx context.Context, s server, p *process, c *crowd, o settings, r *result) error {
	publisher, err := s.connect(p.addr, 0)
	if err != nil {
		return err
	}
	defer func() { _ = publisher.conn.Close() }()
	_ = publisher.conn.SetDeadline(time.Time{})
	ctx, stop := context.WithCancel(ctx)
	var work sync.WaitGroup
	defer work.Wait()
	defer stop()
	work.Go(func() {
		tick := time.NewTicker(time.Second / time.Duration(o.rate))
		defer tick.Stop()
		for ctx.Err() == nil {
			select {
			case <-ctx.Done():
			case <-tick.C:
				if publisher.send(s.publish(data())) != nil {
					return
				}
			}
		}
	})
	work.Go(func() { // the acks must be read
		_, _ = publisher.until("never")
	})
	defer func() { _ = publisher.conn.SetDeadline(time.Now()) }()

	pause(ctx, o.warm)
	c.forget()
	cpu, err1 := p.cpu()
	count, began := c.deliveries.Load(), time.Now()
	pause(ctx, o.measure)
	count = c.deliveries.Load() - count
	after, err2 := p.cpu()
	took := time.Since(began)
	if err := errors.Join(err1, err2, ctx.Err()); err != nil {
		return err
	}
	if lost := c.lost.Load(); lost > 0 || count == 0 {
		return fmt.Errorf("%d connections were lost, %d deliveries came", lost, count)
	}
	r.perDelivery = append(r.perDelivery, float64((after-cpu).Microseconds())/float64(count))
	r.perSecond = append(r.perSecond, float64(count)/took.Seconds())
	r.p50 = append(r.p50, c.percentile(.5).Seconds()*1000)
	r.p99 = append(r.p99, c.percentile(.99).Seconds()*1000)
	return nil
}

// acks lets clients ask in a closed loop.
func acks(ctx context.Context, s server, p *process, o settings, r *result) error {
	var answered atomic.Int64
	var work sync.WaitGroup
	var mu sync.Mutex
	var failure error
	var links []*link
	for i := range o.askers {
		l, err := s.connect(p.addr, i)
		if err != nil {
			return err
		}
		links = append(links, l)
	}
	question := `["echo",{"data":"` + data() + `"}]`
	ctx, stop := context.WithTimeout(ctx, o.warm/2+o.measure/2)
	defer stop()
	for _, l := range links {
		work.Go(func() {
			for id := 1; ctx.Err() == nil; id++ {
				if err := l.ask(id, question); err != nil {
					mu.Lock()
					failure = err
					mu.Unlock()
					return
				}
				answered.Add(1)
			}
		})
	}
	pause(ctx, o.warm/2)
	count, began := answered.Load(), time.Now()
	cpu, err1 := p.cpu()
	<-ctx.Done()
	count = answered.Load() - count
	after, err2 := p.cpu()
	took := time.Since(began)
	work.Wait()
	for _, l := range links {
		_ = l.conn.Close()
	}
	if err := errors.Join(err1, err2, failure); err != nil {
		return err
	}
	r.acks = append(r.acks, float64(count)/took.Seconds())
	r.ackCPU = append(r.ackCPU, float64((after-cpu).Microseconds())/float64(count))
	return nil
}

// weigh gives the KiB of resident memory per idle connection.
func weigh(ctx context.Context, s server, o settings) (float64, error) {
	p, err := s.start(ctx)
	if err != nil {
		return 0, err
	}
	defer p.stop()
	warm, err := gather(s, p.addr, 50, true) // code and pools are in memory
	if err != nil {
		return 0, err
	}
	defer warm.close(true)
	before, err := p.memory()
	if err != nil {
		return 0, err
	}
	c, err := gather(s, p.addr, o.idle, true)
	if err != nil {
		return 0, err
	}
	defer c.close(true)
	after, err := p.memory()
	return float64(after-before) / float64(o.idle) / 1024, err
}

func pause(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
	case <-t.C:
	}
}
