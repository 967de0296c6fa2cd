package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// times are the results of the rounds of one operation on one server.
type times struct {
	rates          []float64 // requests per second
	medians, tails []time.Duration
}

func (t *times) rate() float64 { return median(t.rates) }

func median[T float64 | time.Duration](of []T) T {
	sorted := slices.Clone(of)
	slices.Sort(sorted)
	return sorted[len(sorted)/2]
}

func (w *world) measureAll(ctx context.Context, questions []operation) error {
	fmt.Println("| question | product /s | PocketBase /s | bare HTTP /s | bare pgx /s | × PocketBase | asked | bare HTTP × PocketBase | of bare HTTP | of bare pgx | asked | p50 / p99: product | PocketBase | bare pgx |")
	fmt.Println("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|")
	for _, q := range questions {
		if !w.wants(q.name) {
			continue
		}
		again, err := q.statements(ctx, w.bare)
		if err != nil {
			return fmt.Errorf("%s: the statements: %w", q.name, err)
		}
		plain, err := floorFor(ctx, again)
		if err != nil {
			return err
		}
		var ours, theirs, least, bare times
		for range w.rounds {
			if err := w.round(ctx, w.clients, &ours, overHTTP(w.productAt, w.tokens[w.productAt], q.ours)); err != nil {
				return fmt.Errorf("%s: product: %w", q.name, err)
			}
			if err := w.round(ctx, w.clients, &theirs, overHTTP(w.peerAt, w.tokens[w.peerAt], q.theirs)); err != nil {
				return fmt.Errorf("%s: PocketBase: %w", q.name, err)
			}
			if err := w.round(ctx, w.clients, &least, overHTTP(plain.addr, w.tokens[w.productAt], q.ours)); err != nil {
				return fmt.Errorf("%s: bare HTTP: %w", q.name, err)
			}
			if err := w.round(ctx, w.clients, &bare, directly(ctx, again)); err != nil {
				return fmt.Errorf("%s: bare pgx: %w", q.name, err)
			}
		}
		plain.close()
		fmt.Printf("| %s | %.0f | %.0f | %.0f | %.0f | %.2f | %.1f | %.2f | %.2f | %.2f | %.2f | %s | %s | %s |\n", q.name, ours.rate(), theirs.rate(), least.rate(), bare.rate(),
			ours.rate()/theirs.rate(), q.peer, least.rate()/theirs.rate(), ours.rate()/least.rate(), ours.rate()/bare.rate(), q.bare, ours.latency(), theirs.latency(), bare.latency())
	}
	return nil
}

func (t *times) latency() string {
	return fmt.Sprintf("%.1f / %.1f ms", milliseconds(median(t.medians)), milliseconds(median(t.tails)))
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// overHTTP gives each client a connection of its own.
func overHTTP(addr, token string, ask func(*client) error) func() (func() error, func(), error) {
	return func() (func() error, func(), error) {
		c, err := dial(addr, token)
		if err != nil {
			return nil, nil, err
		}
		return func() error { return ask(c) }, c.close, nil
	}
}

// round runs n clients for a while; each sends one request before, uncounted.
func (w *world) round(ctx context.Context, n int, into *times, begin func() (ask func() error, end func(), err error)) error {
	var clients sync.WaitGroup
	took, errs := make([][]time.Duration, n), make([]error, n)
	ready, start := make(chan struct{}, n), make(chan struct{})
	var over atomic.Bool
	for i := range n {
		clients.Go(func() {
			ask, end, err := begin()
			if err == nil {
				defer end()
				err = ask()
			}
			ready <- struct{}{}
			<-start
			for err == nil && ctx.Err() == nil && (len(took[i]) == 0 || !over.Load()) {
				began := time.Now()
				err = ask()
				took[i] = append(took[i], time.Since(began))
			}
			errs[i] = err
		})
	}
	for range n {
		<-ready
	}
	began := time.Now()
	close(start)
	timer := time.AfterFunc(w.measure, func() { over.Store(true) })
	defer timer.Stop()
	clients.Wait()
	lasted := time.Since(began)
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	all := slices.Concat(took...)
	slices.Sort(all)
	if len(all) == 0 {
		return cmp.Or(ctx.Err(), errors.New("no request was answered"))
	}
	into.rates = append(into.rates, float64(len(all))/lasted.Seconds())
	into.medians, into.tails = append(into.medians, all[len(all)/2]), append(into.tails, all[len(all)*99/100])
	return ctx.Err()
}
