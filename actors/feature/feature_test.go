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

// mover is a door; still implements another one.
type mover interface{ move(how moving) int64 }

type legs struct{}

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
	if reply, err := c.CarryOut(t.Context(), legs{}, nil, input); err != nil || reply != int64(3) {
		t.Error(reply, err)
	}
	if _, err := c.CarryOut(t.Context(), still{}, nil, input); !fault.Is(err, fault.Internal) {
		t.Error(err)
	}
	for _, f := range []struct {
		service any
		unfit   int
	}{{legs{}, 0}, {still{}, 1}, {nil, 1}} {
		running := feature.Running{Feature: feature.Feature{Commands: []feature.Command{c}}, Service: f.service}
		if got := running.Unfit(); len(got) != f.unfit {
			t.Errorf("%T: %v", f.service, got)
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
