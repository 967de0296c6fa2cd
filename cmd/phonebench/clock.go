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

// tick ticks like the mixer, without mixing, and prints how late it was.
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
		if behind > maxBehind {
			due = due.Add(behind)
		}
	}
	return json.NewEncoder(os.Stdout).Encode(late)
}

// maxBehind is how late a tick may be before others are skipped.
const maxBehind = 5 * audio.Tick

// clockLateness measures a separate clock for that long.
func clockLateness(ctx context.Context, long time.Duration) (late spread, err error) {
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
