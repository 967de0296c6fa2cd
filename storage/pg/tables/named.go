package tables

import (
	"slices"
	"strconv"
	"sync"

	"switchboard/storage/id"
	"switchboard/storage/schema"
)

// Naming is what other records say of a record: its name, and of a user his teams.
type Naming struct {
	Found    bool
	Name     *string // nil if it has none
	Teams    []id.ID // that he names
	MemberOf []id.ID // that name him
}

// Still adds the condition that a record is named so, as the statement sees it, to a text and
// its arguments to those before.
func (t *Table) Still(text []byte, args []any, record id.ID, as Naming) ([]byte, []any) {
	values := [...]any{string(record), as.Name, IDArray(as.Teams), IDArray(as.MemberOf)}
	parts := t.still
	if !as.Found {
		text, parts = append(text, "NOT "...), t.stillNot
	}
	for i, part := range parts {
		text = append(text, part...)
		if i < len(parts)-1 {
			args = append(args, values[i])
			text = strconv.AppendInt(append(text, '$'), int64(len(args)), 10)
		}
	}
	return text, args
}

// makeStill makes what stands around the arguments of Still.
func (t *Table) makeStill() {
	exists := "EXISTS (SELECT FROM " + t.Name + " t WHERE t.id = "
	t.stillNot = []string{exists, "::uuid)"}
	t.still = []string{exists, "::uuid AND " + t.Column(t.Object.NameField).Alias + "::text IS NOT DISTINCT FROM ", "::text)"}
	if t.Object.Role == schema.Person && t.People != nil {
		teams, memberOf := t.People.columns("t")
		t.still = append(t.still[:2], "::text AND coalesce("+teams+", '{}') = ", "::uuid[] AND "+memberOf+" = ", "::uuid[])")
	}
}

// maxNames bounds what is known of one organization's names; beyond it any other gives way.
const maxNames = 512

// Names is how records were named when they were last asked for. Nothing makes them true:
// who uses one sees to it that it still holds (Table.Still).
type Names struct {
	mu       sync.Mutex
	byRecord map[named]Naming
}

type named struct {
	object string
	record id.ID
}

// Of is how a record was named.
func (k *Names) Of(object string, record id.ID) (as Naming, known bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	as, known = k.byRecord[named{object, record}]
	return as, known
}

// Put keeps how a record is named.
func (k *Names) Put(object string, record id.ID, as Naming) {
	as.Teams, as.MemberOf = slices.Clone(as.Teams), slices.Clone(as.MemberOf)
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.byRecord == nil {
		k.byRecord = map[named]Naming{}
	}
	one := named{object, record}
	if _, known := k.byRecord[one]; !known && len(k.byRecord) >= maxNames {
		for other := range k.byRecord {
			delete(k.byRecord, other)
			break
		}
	}
	k.byRecord[one] = as
}

// Forget has a record's name asked for again.
func (k *Names) Forget(object string, record id.ID) {
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.byRecord, named{object, record})
}
