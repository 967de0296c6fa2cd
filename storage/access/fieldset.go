package access

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"switchboard/storage/schema"
)

// FieldSet is a set of fields of one object. Beside field names it holds
// "<lookup>.name" where the reader may read the names of the lookup's target.
type FieldSet struct {
	names map[string]struct{}
	key   string
	lacks atomic.Pointer[nameless] // of the object that was shown last
}

// interned holds one FieldSet per key, so that ten thousand principals with the
// same rights share one. Permission sets are few, and so are their unions.
var interned sync.Map // key → *FieldSet

func newFieldSet(object string, names []string) *FieldSet {
	slices.Sort(names)
	names = slices.Compact(names)
	sum := sha256.Sum256([]byte(object + "\x00" + strings.Join(names, "\x00")))
	key := hex.EncodeToString(sum[:12])
	if had, ok := interned.Load(key); ok {
		if set, ok := had.(*FieldSet); ok {
			return set
		}
	}
	s := &FieldSet{names: make(map[string]struct{}, len(names)), key: key}
	for _, n := range names {
		s.names[n] = struct{}{}
	}
	interned.Store(key, s)
	return s
}

// Has reports whether the set holds the field. A nil set holds none.
func (s *FieldSet) Has(field string) bool {
	if s == nil {
		return false
	}
	_, ok := s.names[field]
	return ok
}

// Key identifies the set: equal keys mean equal sets of the same object. The
// key of a nil set is "".
func (s *FieldSet) Key() string {
	if s == nil {
		return ""
	}
	return s.key
}

// Names lists the fields in order.
func (s *FieldSet) Names() []string {
	if s == nil {
		return nil
	}
	names := make([]string, 0, len(s.names))
	for n := range s.names {
		names = append(names, n)
	}
	slices.Sort(names)
	return names
}

func (s *FieldSet) contains(o *FieldSet) bool {
	if o == nil {
		return true
	}
	for n := range o.names {
		if !s.Has(n) {
			return false
		}
	}
	return true
}

func union(object *schema.Object, a, b *FieldSet) *FieldSet {
	switch {
	case a == nil:
		return b
	case b == nil || a.contains(b):
		return a
	case b.contains(a):
		return b
	default:
		return newFieldSet(object.APIName, append(a.Names(), b.Names()...))
	}
}

func intersection(object *schema.Object, a, b *FieldSet) *FieldSet {
	var names []string
	for _, n := range a.Names() {
		if b.Has(n) {
			names = append(names, n)
		}
	}
	return newFieldSet(object.APIName, names)
}
