package schema

import (
	"encoding/json"

	"switchboard/storage/id"
)

// named is a reference as clients are shown it.
type named struct {
	ID      id.ID  `json:"id"`
	APIName string `json:"api_name"`
}

// travelName sends the name of an object, which is the same everywhere.
func travelName(shown []byte, _ func(id.ID) bool) any {
	var one named
	if json.Unmarshal(shown, &one) != nil || one.APIName == "" {
		return nil
	}
	return one.APIName
}

// travelOne sends a reference to a record that goes, too.
func travelOne(shown []byte, inside func(id.ID) bool) any {
	var one named
	if json.Unmarshal(shown, &one) != nil || !inside(one.ID) {
		return nil
	}
	return one.ID
}

// travelAll sends the references to records that go, too.
func travelAll(shown []byte, inside func(id.ID) bool) any {
	var all []named
	if json.Unmarshal(shown, &all) != nil {
		return nil
	}
	kept := []id.ID{}
	for _, one := range all {
		if inside(one.ID) {
			kept = append(kept, one.ID)
		}
	}
	return kept
}

// travelNot leaves a value where the bytes are that it leads to.
func travelNot([]byte, func(id.ID) bool) any { return nil }
