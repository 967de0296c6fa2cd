package mass_test

import (
	"context"
	"encoding/json"
	"slices"
	"testing"

	"switchboard/actors/feature"
	"switchboard/actors/features"
	"switchboard/actors/mass"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
)

// writer keeps which records were patched. It implements what a change of named records asks of
// Records.
type writer struct {
	mass.Records

	patched []id.ID
}

func (w *writer) PatchOne(_ context.Context, _ *access.Principal, _ string, record id.ID, _ map[string]json.RawMessage, _ string) ([]string, error) {
	w.patched = append(w.patched, record)
	return nil, nil
}

// A batch counts only on the node that wrote it: another node, which took the job over, writes it
// again, and nothing is counted twice.
func TestABatchOfAnotherNodeIsWrittenAgain(t *testing.T) {
	by := access.Build(features.Registry(), access.Inputs{Superuser: true})
	what := mass.Work{Object: "contact", IDs: []id.ID{id.New(), id.New()}}
	on := feature.Portion{Job: id.New(), By: &by}
	records := &writer{}
	one, other := mass.New(records, nil, nil), mass.New(records, nil, nil)
	step := func(s *mass.Service) error {
		next, err := s.Portion(t.Context(), on, what)
		if err == nil {
			on.Progress = next
		}
		return err
	}
	if err := step(one); err != nil || on.Done != 0 || on.Total != 2 {
		t.Fatalf("the first batch: %+v, %v", on.Progress, err)
	}
	if err := one.Write(t.Context(), on, what); err != nil { // and then the node dies
		t.Fatal(err)
	}
	if err := step(other); !fault.Is(err, fault.Unavailable) || on.Done != 0 {
		t.Fatalf("the other node notes what it did not write: %+v, %v", on.Progress, err)
	}
	if err := other.Write(t.Context(), on, what); err != nil {
		t.Fatal(err)
	}
	if err := step(other); err != nil || !on.Over || on.Done != 2 {
		t.Fatalf("the end: %+v, %v", on.Progress, err)
	}
	if want := slices.Concat(what.IDs, what.IDs); !slices.Equal(records.patched, want) {
		t.Errorf("patched %v, want %v", records.patched, want)
	}
}
