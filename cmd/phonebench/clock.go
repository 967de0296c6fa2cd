package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"switchboard/actors/carrier/simulator/audio"
	"switchboard/cmd/child"
)

// tick does what the mixer does, without mixing, and prints how late it was.
func tick(ctx context.Context, long time.Duration) error {
	var late spread
	began := time.Now()
	timer := time.NewTimer(0)
	defer timer.Stop()
	for due := began; due.Sub(began) < long; due = due.Add(audio.Tick) {
		timer.Reset(time.Until(due))
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-timer.C:
		}
		behind := time.Since(due)
		late.add(behind)
		if behind > mostBehind {
			due = due.Add(behind)
		}
	}
	return json.NewEncoder(os.Stdout).Encode(late)
}

// mostBehind is how late a tick may be without others being left out.
const mostBehind = 5 * audio.Tick

// besideClock lets a clock of its own tick so long.
func besideClock(ctx context.Context, long time.Duration) (late spread, err error) {
	self, err := os.Executable()
	if err != nil {
		return late, err
	}
	var out bytes.Buffer
	p, err := child.Start(child.Program{Name: "clock", Command: []string{self, "-clock", long.String()}, Out: &out, Apart: true})
	if err != nil {
		return late, err
	}
	defer p.Kill()
	select {
	case <-p.Ended:
	case <-ctx.Done():
		return late, ctx.Err()
	}
	if p.Err != nil {
		return late, fmt.Errorf("the clock: %w: %s", p.Err, out.String())
	}
	return late, json.Unmarshal(out.Bytes(), &late)
}
