package seal_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"switchboard/storage/id"
	"switchboard/storage/seal"
)

func ring(t testing.TB, first ...byte) *seal.Ring {
	t.Helper()
	var keys [][]byte
	for _, b := range first {
		keys = append(keys, bytes.Repeat([]byte{b}, seal.KeyBytes))
	}
	r, err := seal.NewRing(keys...)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

var place = seal.Place{Organization: id.New(), Object: "contact", Record: id.New(), Field: "account"}

// A sealed value opens unchanged at its location and nowhere else.
func TestOpensWhereItWasSealed(t *testing.T) {
	r := ring(t, 1)
	random := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		plain := make([]byte, random.IntN(200))
		for i := range plain {
			plain[i] = byte(random.IntN(256))
		}
		sealed, err := r.Seal(place, plain)
		if err != nil || !seal.IsSealed(sealed) || !strings.HasPrefix(sealed, r.Begins()) {
			t.Fatalf("sealed %q: %v", sealed, err)
		}
		if opened, err := r.Open(place, sealed); err != nil || !bytes.Equal(opened, plain) {
			t.Fatalf("opened %q: %v", opened, err)
		}
		for _, elsewhere := range []seal.Place{
			{Organization: id.New(), Object: place.Object, Record: place.Record, Field: place.Field},
			{Organization: place.Organization, Object: "note", Record: place.Record, Field: place.Field},
			{Organization: place.Organization, Object: place.Object, Record: id.New(), Field: place.Field},
			{Organization: place.Organization, Object: place.Object, Record: place.Record, Field: "code"},
		} {
			if _, err := r.Open(elsewhere, sealed); !errors.Is(err, seal.ErrBroken) {
				t.Fatalf("moved to %v it opens: %v", elsewhere, err)
			}
		}
		// The last base64 character may contain unused bits.
		at := len(r.Begins()) + random.IntN(len(sealed)-len(r.Begins())-1)
		other := byte('A')
		if sealed[at] == other {
			other = 'B'
		}
		if _, err := r.Open(place, sealed[:at]+string(other)+sealed[at+1:]); !errors.Is(err, seal.ErrBroken) {
			t.Fatalf("changed at %d it opens: %v", at, err)
		}
	}
}

func TestTheSameValueIsNeverSealedAlike(t *testing.T) {
	r := ring(t, 1)
	one, _ := r.Seal(place, []byte("4111"))
	two, _ := r.Seal(place, []byte("4111"))
	if one == two {
		t.Fatal("two sealings are alike: who reads the database sees which values are")
	}
}

func TestKeysAreReplaced(t *testing.T) {
	former, both, next := ring(t, 1), ring(t, 2, 1, 1), ring(t, 2)
	sealed, err := former.Seal(place, []byte("secret"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := next.Open(place, sealed); !errors.Is(err, seal.ErrKey) {
		t.Fatalf("without its key: %v", err)
	}
	if !both.Former() || next.Former() || strings.HasPrefix(sealed, both.Begins()) {
		t.Fatalf("%s was sealed by a former key of the ring", sealed)
	}
	again, err := both.Again(place, sealed)
	if err != nil || !strings.HasPrefix(again, both.Begins()) {
		t.Fatalf("sealed again %q: %v", again, err)
	}
	if plain, err := next.Open(place, again); err != nil || string(plain) != "secret" {
		t.Fatalf("opened %q: %v", plain, err)
	}
}

func TestRefusesWhatItCanNotUse(t *testing.T) {
	if _, err := seal.NewRing(); err == nil {
		t.Error("a ring without a key")
	}
	if _, err := seal.NewRing(make([]byte, seal.KeyBytes-1)); err == nil {
		t.Error("a short key")
	}
	r := ring(t, 1)
	for _, text := range []string{"", "secret", "********", "sealed:", "sealed:12345678.", r.Begins() + "!", r.Begins() + "AAAA"} {
		if _, err := r.Open(place, text); !errors.Is(err, seal.ErrBroken) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
