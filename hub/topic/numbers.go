package topic

import (
	"encoding/json"
	"slices"

	"switchboard/storage/entry"
	"switchboard/storage/phonenumber"
)

// Numbers gives the topics of the phone numbers whose standing an entry may have changed.
// all says that the entry does not name them: any number may be concerned.
func (c *Catalog) Numbers(e *entry.Entry) (topics []Topic, all bool) {
	o := c.registry.Object(e.Object)
	if o == nil || o.Standing == nil {
		return nil, false
	}
	switch {
	case e.Op == entry.Bulk, e.Op == entry.Removed:
		return nil, true // neither tells of what
	case e.Op == entry.Updated && !o.Standing.Touched(e.Changed):
		return nil, false
	}
	told := []entry.Fields{e.Before, e.After}
	if e.Op == entry.Created || slices.ContainsFunc(o.Standing.By, e.Changed) {
		told = append(told, e.Record) // else those alone that moved
	}
	for _, fields := range told {
		for _, name := range o.Standing.Numbers {
			for _, number := range phonenumber.Forms(numberIn(fields[name])) {
				if about := OfNumber(phonenumber.Canonical(number)); number != "" && !slices.Contains(topics, about) {
					topics = append(topics, about)
				}
			}
		}
	}
	return topics, false
}

// numberIn reads a number from the value of a field of phone numbers or of text; "" where
// there is none.
func numberIn(value json.RawMessage) string {
	var number string
	if json.Unmarshal(value, &number) == nil {
		return number
	}
	var phone struct {
		Number string `json:"phone_number"`
	}
	_ = json.Unmarshal(value, &phone) // what is no number concerns nobody
	return phone.Number
}
