package feature_test

import (
	"context"
	"errors"
	"testing"

	"switchboard/actors/feature"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
)

const one = id.ID("0198c0de-0000-7000-8000-0000000000aa")

// moving is the input of a command of the tests.
type moving struct {
	ID    id.ID `json:"id"`
	To    id.ID `json:"to" of:"a place"`
	Steps int64 `json:"steps"`
	Fast  bool  `json:"fast"`
	feature.Given
}

// mover is a door, and what a feature needs of another; still implements another one.
type mover interface{ move(how moving) int64 }

type legs struct{ name string }

func (legs) move(m moving) int64 { return m.Steps }

type still struct{}

func command() feature.Command {
	return feature.Do(feature.Command{Event: "thing.move", Of: "a thing"},
		func(_ context.Context, d mover, _ *access.Principal, m moving) (int64, error) { return d.move(m), nil })
}

func TestReadTakesWhatIsMeantAndNothingElse(t *testing.T) {
	c := command()
	for text, want := range map[string]string{
		`{"id":"` + string(one) + `","steps":2,"fast":true,"command":"c"}`: "",
		`{"id":{"id":"` + string(one) + `","name":"x"},"to":null}`:         "",
		`{"id":"x"}`:              "id must be the id of a thing",
		`{"id":7}`:                "id must be the id of a thing",
		`{}`:                      "id must be the id of a thing",
		``:                        "id must be the id of a thing",
		`{"id":""}`:               "id must be the id of a thing",
		`{"to":{"name":"there"}}`: "to must be the id of a place",
		`{"steps":"2"}`:           "steps must be a whole number",
		`{"fast":1}`:              "fast must be true or false",
		`{"STEPS":2}`:             `Unknown field "STEPS"`,
		`{"b":1,"a":1}`:           `Unknown field "a"`,
		`[]`:                      "The body must be a JSON object.",
	} {
		input, err := c.Read([]byte(text))
		if err == nil {
			err = c.Whole(input)
		}
		if got := fault.From(err); (want == "") != (err == nil) || err != nil && got.Detail != want {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

func TestACommandGoesToTheDoorOfItsFeature(t *testing.T) {
	c := command()
	input, err := c.Read([]byte(`{"steps":3}`))
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Name(input, one); err != nil {
		t.Fatal(err)
	}
	if err := c.Name(input, id.New()); !fault.Is(err, fault.Invalid) {
		t.Error("path and body name two things:", err)
	}
	input.SetCommandID("again")
	if err := c.Whole(input); err != nil || input.CommandID() != "again" {
		t.Fatal(err, input)
	}
	if reply, err := c.Execute(t.Context(), legs{}, nil, input); err != nil || reply != int64(3) {
		t.Error(reply, err)
	}
	if _, err := c.Execute(t.Context(), still{}, nil, input); !fault.Is(err, fault.Internal) {
		t.Error(err)
	}
}

func TestFeaturesFindEachOtherByWhatTheyNeed(t *testing.T) {
	giving := func(service any, offers ...any) func(*feature.Host) feature.Running {
		return func(h *feature.Host) feature.Running {
			h.Offer(offers...)
			return feature.Running{Service: service}
		}
	}
	var found, foundLater mover
	needing := func(h *feature.Host) feature.Running {
		found = feature.Need[mover](h)
		return feature.Running{}
	}
	needingLater := func(h *feature.Host) feature.Running {
		later := feature.NeedLater[mover](h)
		return feature.Running{Background: []feature.Work{{Name: "find", Run: func(context.Context) { foundLater = later() }}}}
	}
	one, two := &legs{"one"}, &legs{"two"}
	for name, c := range map[string]struct {
		features []feature.Feature
		err      string
	}{
		"all well":         {[]feature.Feature{{Name: "a", Start: needingLater}, {Name: "b", Start: giving(nil, one, nil, one)}, {Name: "c", Start: needing}}, ""},
		"nobody":           {[]feature.Feature{{Name: "a", Start: needing}}, "a: 0 parts are a feature_test.mover, not one"},
		"too early":        {[]feature.Feature{{Name: "a", Start: needing}, {Name: "b", Start: giving(nil, one)}}, "a: 0 parts are a feature_test.mover, not one"},
		"nobody in time":   {[]feature.Feature{{Name: "a", Start: needingLater}}, "features: 0 parts are a feature_test.mover, not one"},
		"two":              {[]feature.Feature{{Name: "a", Start: giving(nil, one, two)}, {Name: "b", Start: needing}}, "b: 2 parts are a feature_test.mover, not one"},
		"carried out":      {[]feature.Feature{{Name: "a", Commands: []feature.Command{command()}, Start: giving(one)}}, ""},
		"not carried out":  {[]feature.Feature{{Name: "a", Commands: []feature.Command{command()}, Start: giving(still{})}}, "a: nobody carries out thing.move"},
		"without a start":  {[]feature.Feature{{Name: "a", Commands: []feature.Command{command()}}}, "a: nobody carries out thing.move"},
		"of records alone": {[]feature.Feature{{Name: "a"}}, ""},
	} {
		running, err := feature.Start(&feature.Host{}, c.features)
		if (err == nil) != (c.err == "") || err != nil && err.Error() != c.err {
			t.Errorf("%s: %v, want %q", name, err, c.err)
		}
		if err == nil && (len(running) != len(c.features) || running[0].Name != "a") {
			t.Errorf("%s: %+v", name, running)
		}
		if name == "all well" {
			running[0].Background[0].Run(t.Context())
			if found != mover(one) || foundLater != mover(one) {
				t.Errorf("found %v and %v", found, foundLater)
			}
		}
	}
}

func TestAnInputHasTheIDOfItsCommand(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("an input without Given was taken")
		}
	}()
	feature.Do(feature.Command{}, func(context.Context, mover, *access.Principal, struct{}) (int64, error) {
		return 0, errors.New("never")
	})
}
