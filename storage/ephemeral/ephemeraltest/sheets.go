package ephemeraltest

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"
	"time"

	"switchboard/storage/ephemeral"
)

// RunSheets holds an implementation to the port. open gives an empty store.
func RunSheets(t *testing.T, open func(t *testing.T) ephemeral.Sheets) {
	t.Helper()
	for name, test := range map[string]func(*testing.T, ephemeral.Sheets){
		"changes follow each other":         following,
		"one that stands elsewhere is lost": elsewhere,
		"sheets are apart":                  sheetsApart,
		"a sheet ends unless written":       sheetEnds,
		"any bytes, many fields":            fields,
		"writers at once":                   writers,
		"a caller that is gone":             sheetsGone,
	} {
		t.Run(name, func(t *testing.T) { test(t, open(t)) })
	}
}

func set(pairs ...string) map[string][]byte {
	out := map[string][]byte{}
	for pair := range slices.Chunk(pairs, 2) {
		out[pair[0]] = []byte(pair[len(pair)-1])
	}
	return out
}

func change(t *testing.T, s ephemeral.Sheets, changes map[string]ephemeral.Change, ttl time.Duration, lost ...string) {
	t.Helper()
	got, err := s.Write(t.Context(), "g", "m", changes, ttl)
	if err != nil || !slices.Equal(got, lost) {
		t.Fatalf("%d sheets changed: lost %q, want %q, %v", len(changes), got, lost, err)
	}
}

func stands(t *testing.T, s ephemeral.Sheets, name string, serial int64, want map[string][]byte) {
	t.Helper()
	found, err := s.Read(t.Context(), "g", "m", name)
	held, there := found[name]
	same := maps.EqualFunc(held.Fields, want, bytes.Equal)
	if err != nil || there != (serial != 0) || held.Serial != serial || !same {
		t.Errorf("%s stands at %d with %q, want %d with %q, %v", name, held.Serial, held.Fields, serial, want, err)
	}
}

func following(t *testing.T, s ephemeral.Sheets) {
	stands(t, s, "a", 0, nil)
	change(t, s, map[string]ephemeral.Change{"a": {To: 3, Fields: set("x", "1", "y", "2")}, "b": {To: 1}}, long)
	stands(t, s, "a", 3, set("x", "1", "y", "2"))
	stands(t, s, "b", 1, nil)
	next := set("z", "", "x", "4")
	next["y"], next["never"] = nil, nil
	change(t, s, map[string]ephemeral.Change{"a": {From: 3, To: 9, Fields: next}}, long)
	stands(t, s, "a", 9, set("x", "4", "z", ""))
	change(t, s, map[string]ephemeral.Change{"a": {From: 9, To: 9}}, long)
	stands(t, s, "a", 9, set("x", "4", "z", ""))
	change(t, s, map[string]ephemeral.Change{"a": {To: 2, Fields: set("new", "1")}}, long)
	stands(t, s, "a", 2, set("new", "1"))
	for range 2 { // again is no fault
		if err := s.Erase(t.Context(), "g", "m", "a", "never"); err != nil {
			t.Fatal(err)
		}
	}
	stands(t, s, "a", 0, nil)
	stands(t, s, "b", 1, nil)
}

func elsewhere(t *testing.T, s ephemeral.Sheets) {
	change(t, s, map[string]ephemeral.Change{"a": {From: 1, To: 2, Fields: set("x", "1")}}, long, "a")
	stands(t, s, "a", 0, nil)
	change(t, s, map[string]ephemeral.Change{"a": {To: 10, Fields: set("x", "1")}, "b": {To: 10}}, long)
	change(t, s, map[string]ephemeral.Change{
		"a": {From: 1, To: 11, Fields: set("x", "2")}, "b": {From: 10, To: 11, Fields: set("y", "1")}, "c": {From: 100, To: 11},
	}, long, "a", "c")
	stands(t, s, "a", 10, set("x", "1"))
	stands(t, s, "b", 11, set("y", "1"))
}

func sheetsApart(t *testing.T, s ephemeral.Sheets) {
	places := [][3]string{{"g", "m", "n"}, {"g", "m", "n:1"}, {"g", "m:n", "1"}, {"g:m", "n", "1"}, {"g", "m", ""}, {"g", "", "m"}}
	for i, at := range places {
		if lost, err := s.Write(t.Context(), at[0], at[1], map[string]ephemeral.Change{at[2]: {To: int64(i + 1)}}, long); err != nil || len(lost) > 0 {
			t.Fatalf("%q: lost %q, %v", at, lost, err)
		}
	}
	for i, at := range places {
		found, err := s.Read(t.Context(), at[0], at[1], at[2], "none")
		if err != nil || len(found) != 1 || found[at[2]].Serial != int64(i+1) {
			t.Errorf("%q holds %v, %v", at, found, err)
		}
	}
	if found, err := s.Read(t.Context(), "g", "m"); err != nil || len(found) > 0 {
		t.Errorf("nothing that was asked for gave %v, %v", found, err)
	}
}

func sheetEnds(t *testing.T, s ephemeral.Sheets) {
	change(t, s, map[string]ephemeral.Change{"a": {To: 1, Fields: set("x", "1")}, "b": {To: 1}}, short)
	change(t, s, map[string]ephemeral.Change{"b": {From: 1, To: 1}}, long)
	deadline := time.Now().Add(timeout)
	for found := map[string]ephemeral.Sheet{"a": {}}; len(found) > 0; {
		var err error
		if found, err = s.Read(t.Context(), "g", "m", "a"); err != nil || time.Now().After(deadline) {
			t.Fatalf("a sheet that nobody writes does not end, %v", err)
		}
	}
	stands(t, s, "b", 1, nil)
	change(t, s, map[string]ephemeral.Change{"a": {From: 1, To: 2}}, long, "a")
	change(t, s, map[string]ephemeral.Change{"a": {To: 2, Fields: set("y", "1")}}, long)
	stands(t, s, "a", 2, set("y", "1"))
}

func fields(t *testing.T, s ephemeral.Sheets) {
	all := map[string][]byte{"": {}, "#": {0, 255}, "=": []byte("1:2"), "large": bytes.Repeat([]byte{7}, 70_000)}
	for i := range 10_000 {
		all[fmt.Sprint("field ", i)] = []byte(fmt.Sprint(i))
	}
	change(t, s, map[string]ephemeral.Change{"a": {To: 1 << 60, Fields: all}}, long)
	stands(t, s, "a", 1<<60, all)
}

// writers tells each writer's change from the others': of those that expect the same
// serial one is written.
func writers(t *testing.T, s ephemeral.Sheets) {
	change(t, s, map[string]ephemeral.Change{"a": {To: 1}}, long)
	var work sync.WaitGroup
	var mu sync.Mutex
	var won []string
	for i := range 20 {
		field := fmt.Sprint(i)
		work.Go(func() {
			lost, err := s.Write(t.Context(), "g", "m", map[string]ephemeral.Change{"a": {From: 1, To: int64(i + 2), Fields: set(field, field)}}, long)
			if err != nil {
				t.Error(err)
			}
			if len(lost) == 0 {
				mu.Lock()
				won = append(won, field)
				mu.Unlock()
			}
		})
	}
	work.Wait()
	found, err := s.Read(t.Context(), "g", "m", "a")
	if err != nil || len(won) != 1 || len(found["a"].Fields) != 1 || found["a"].Fields[won[0]] == nil {
		t.Errorf("%q won, %v stands, %v", won, found, err)
	}
}

func sheetsGone(t *testing.T, s ephemeral.Sheets) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Write(ctx, "g", "m", map[string]ephemeral.Change{"a": {To: 1}}, long); err == nil {
		t.Error("written for a caller that is gone")
	}
	if _, err := s.Read(ctx, "g", "m", "a"); err == nil {
		t.Error("read for a caller that is gone")
	}
	if err := s.Erase(ctx, "g", "m", "a"); err == nil {
		t.Error("erased for a caller that is gone")
	}
}
