package hub_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"switchboard/hub/topic"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/id"
)

// TestOldSnapshotAndChangesAreAFreshSnapshot is the central property of the
// hub, for every kind of topic: a client that took a snapshot once and
// applied all changes since, through disconnects, other nodes, changes of
// owners, permissions and teams, and bulk changes, holds what a fresh
// snapshot would return. A failing seed is replayed with fewer and fewer
// steps.
func TestOldSnapshotAndChangesAreAFreshSnapshot(t *testing.T) {
	rounds, random := soak(t, 24)
	kinds := map[string]int{}
	for round := range rounds + len(failedSeeds) {
		seed := random.Uint64()
		if round < len(failedSeeds) {
			seed = failedSeeds[round]
		}
		if err := playProperty(t, seed, propertySteps, kinds); err != nil {
			for steps := 1; steps <= propertySteps; steps++ {
				if shorter := playProperty(t, seed, steps, map[string]int{}); shorter != nil {
					t.Fatalf("seed %d violates the property after %d moves: %v", seed, steps, shorter)
				}
			}
			t.Fatalf("seed %d violates the property: %v", seed, err)
		}
	}
	for _, kind := range standard.Heads() {
		if kinds[kind] == 0 && kind != "nodes" && kind != "number" && rounds >= 20 {
			t.Errorf("no topic of kind %s was compared", kind)
		}
	}
	if kinds["large"] == 0 && rounds >= 20 {
		t.Error("no change was too large to be sent")
	}
	t.Logf("compared: %v", kinds)
}

// failedSeeds are seeds that once failed: a client was cut between a change
// and the resync that precedes it; a client held a record as it had become
// visible again when it received the older entry that hid it (about one run
// in a hundred).
var failedSeeds = []uint64{14136222541395467375, 5507941010461350459, 9271289197028057900}

const propertySteps = 150

// playProperty plays one run and compares at its end.
func playProperty(t *testing.T, seed uint64, steps int, kinds map[string]int) (err error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), maxWait)
	defer cancel()
	var w *propertyWorld
	ok := t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) {
		w = newLawWorld(t, rand.New(rand.NewPCG(seed, 2)))
		defer func() {
			for _, f := range w.followers {
				f.cut()
			}
		}()
		for range steps {
			if err = w.step(ctx); err != nil {
				return
			}
		}
		err = w.compare(ctx, kinds)
	})
	if err == nil && !ok {
		err = fmt.Errorf("the run failed")
	}
	if err != nil {
		err = fmt.Errorf("%w\n%s", err, strings.Join(w.trace, "\n"))
	}
	return err
}

// compare brings every client to rest and compares its copies with fresh
// snapshots.
func (w *propertyWorld) compare(ctx context.Context, kinds map[string]int) error {
	for _, n := range w.nodes {
		n.hub.LogGrew(organization)
	}
	head, err := w.nodes[0].log.Head(ctx, organization)
	if err != nil {
		return err
	}
	for i, f := range w.followers {
		if err := f.rest(ctx, head, w.nodes[i%2]); err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
		fresh := &follower{
			name: f.name, user: f.user, token: f.token, model: f.model, people: f.people, http: f.http,
			topics: map[string]*held{}, dirty: map[string]bool{},
		}
		if err := fresh.connect(ctx, w.nodes[(i+1)%2]); err != nil {
			return err
		}
		for _, name := range slices.Sorted(maps.Keys(f.topics)) {
			if err := fresh.subscribe(ctx, name); err != nil {
				return err
			}
			about, _ := standard.Parse(name)
			kinds[about.Head()]++
			has, want := view(f, about, f.topics[name]), view(fresh, about, fresh.topics[name])
			if has != want {
				fresh.cut()
				return fmt.Errorf("%s at %s holds\n%s\nand a fresh snapshot is\n%s", f.name, name, has, want)
			}
		}
		kinds["large"] += f.large
		fresh.cut()
	}
	return nil
}

// rest handles everything up to a log position, including resyncs, and
// reconnects as often as the server asks: to w if it is not connected.
func (f *follower) rest(ctx context.Context, head int64, w *world) error {
	for {
		reached, err := f.settle(ctx, head, w)
		switch {
		case errors.Is(err, errSentAway):
			f.cut()
		case err != nil || reached:
			return err
		}
	}
}

func (f *follower) settle(ctx context.Context, head int64, w *world) (bool, error) {
	if f.wire == nil {
		if err := f.connect(ctx, w); err != nil {
			return false, err
		}
	}
	answer, err := f.ask(ctx, "subscribe", `{"topic":"object:user"}`) // everyone may read users
	if err != nil {
		return false, err
	}
	if err := f.pump(ctx); err != nil || answer.Seq < head || !f.presenceIs() || !f.at.hub.QueriesIdle(organization) {
		return false, err
	}
	return true, f.pump(ctx)
}

// presenceIs reports whether the dots, which arrive a moment later, are
// current.
func (f *follower) presenceIs() bool {
	h := f.topics["presence"]
	if h == nil {
		return true
	}
	f.model.mu.Lock()
	defer f.model.mu.Unlock()
	for user, d := range f.model.dots {
		if h.dots[user].Status != d.Status {
			return false
		}
	}
	return true
}

// view returns what a topic shows in a canonical order, without the fields
// that every change touches and that are not sent on their own.
func view(f *follower, t topic.Topic, h *held) string {
	if h == nil {
		return "nothing"
	}
	records := map[string]entry.Fields{}
	for key, r := range h.records {
		if t.Kind == topic.Ongoing && !f.concerned(r) || (t.Kind == topic.Ongoing || t.Kind == topic.OngoingAll) && !live(r) {
			continue
		}
		shown := maps.Clone(r)
		for _, name := range []string{"version", "modified_date", "modified_by", "updated_by"} {
			delete(shown, name)
		}
		if string(shown[access.RowRights]) == "null" { // equal to its absence
			delete(shown, access.RowRights)
		}
		records[key] = shown
	}
	for object, page := range map[string]int{"twilio_message": 10, "chat_message": 25} {
		if t.Kind == topic.Thread {
			newest(records, object, page)
		}
	}
	raw, err := json.MarshalIndent(map[string]any{"records": records, "rights": h.rights, "badges": h.badges, "dots": h.dots, "rows": h.shownRows(), "total": h.total}, "", " ")
	if err != nil {
		return err.Error()
	}
	return string(raw)
}

// newest keeps the first page of a thread's messages.
func newest(records map[string]entry.Fields, object string, page int) {
	keys := slices.DeleteFunc(slices.Collect(maps.Keys(records)), func(key string) bool { return !strings.HasPrefix(key, object+":") })
	slices.SortFunc(keys, func(a, b string) int { return int(numberOf(records[b]["number"]) - numberOf(records[a]["number"])) })
	for _, key := range keys[min(page, len(keys)):] {
		delete(records, key)
	}
}

func live(call entry.Fields) bool {
	status := text(call["status"])
	return status == "ringing" || status == "in-progress" || status == "queued"
}

func (f *follower) concerned(call entry.Fields) bool {
	var list []struct{ ID id.ID }
	decodeInto(call["candidates"], &list)
	return refersTo(call["user"], string(f.user)) || slices.ContainsFunc(list, func(one struct{ ID id.ID }) bool { return one.ID == f.user })
}
