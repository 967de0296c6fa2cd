package row

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"fmt"
	"maps"
	"sync"
	"time"

	"switchboard/storage/id"
)

// crossing is how fields cross to another node: gob carries no nil in a map, and
// drops what tells an empty list from none.
type crossing struct {
	Nulls  []string
	Values map[string]any
}

// named registers the types of storage shape once.
var named = sync.OnceFunc(func() {
	for name, sample := range map[string]any{
		"time": time.Time{}, "id": id.ID(""), "ids": []id.ID{}, "json": json.RawMessage{},
	} {
		gob.RegisterName("switchboard/row."+name, sample)
	}
})

// GobEncode implements gob.GobEncoder.
func (f Fields) GobEncode() ([]byte, error) {
	named()
	c := crossing{Values: make(map[string]any, len(f))}
	for name, value := range f {
		if value == nil {
			c.Nulls = append(c.Nulls, name)
		} else {
			c.Values[name] = value
		}
	}
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(c); err != nil {
		return nil, fmt.Errorf("row: %w", err)
	}
	return b.Bytes(), nil
}

// GobDecode implements gob.GobDecoder.
func (f *Fields) GobDecode(raw []byte) error {
	named()
	var c crossing
	if err := gob.NewDecoder(bytes.NewReader(raw)).Decode(&c); err != nil {
		return fmt.Errorf("row: %w", err)
	}
	*f = make(Fields, len(c.Values)+len(c.Nulls))
	maps.Copy(*f, c.Values)
	for _, name := range c.Nulls {
		(*f)[name] = nil
	}
	return nil
}
