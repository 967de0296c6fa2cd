package hub_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"switchboard/storage/entry"
	"switchboard/storage/waittest"
)

// A follower is not at rest while a live query of its own node is due,
// whatever the other node's queries do: the property test would compare an
// outdated result.
func TestAFollowerRestsWithTheLiveQueriesOfItsNode(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), maxWait)
	defer cancel()
	w := newLawWorld(t, rand.New(rand.NewPCG(1, 2)))
	f, here, other, name := w.followers[0], w.nodes[1], w.nodes[0], "live_query:"+string(propertyQueryID(1))
	defer f.cut()
	if err := f.connect(ctx, here); err != nil {
		t.Fatal(err)
	}
	if err := f.subscribe(ctx, name); err != nil {
		t.Fatal(err)
	}
	release := w.model.holds()
	defer release()
	r := w.pick("contact")
	e := w.model.update(r, entry.Fields{"email": quote("new")}, nil) // without a time: its query runs again
	head := here.log.write(true, e)
	waittest.Until(t, "the node has applied it", func() bool { return here.hub.Applied(organization) >= head })
	reached, err := f.settle(ctx, head, other)
	if err != nil || reached {
		t.Fatalf("at rest: %v, %v, while its live query is run", reached, err)
	}
	release()
	if err := f.rest(ctx, head, other); err != nil {
		t.Fatal(err)
	}
	for _, row := range f.topics[name].rows {
		var shown struct{ ID, Email string }
		if decodeInto(row.Row, &shown); shown.ID == string(r.id) && shown.Email == "new" {
			return
		}
	}
	t.Errorf("at rest it holds %v", f.topics[name].shownRows())
}
