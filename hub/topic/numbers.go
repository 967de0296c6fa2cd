package topic

import (
	"encoding/json"
	"slices"

	"switchboard/storage/entry"
	"switchboard/storage/phonenumber"
)

// Numbers returns the topics of the phone numbers whose state an entry may
// have changed. all reports that the entry does not name them, so that it may
// have changed any number.
func (c *Catalog) Numbers(e *entry.Entry) (topics []Topic, all bool) {
	o := c.registry.Object(e.Object)
	if o == nil || o.Standing == nil {
		return nil, false
	}
	switch {
	case e.Op == entry.Bulk, e.Op == entry.Removed:
		return nil, true // neither names its numbers
	case e.Op == entry.Updated && !o.Standing.Touched(e.Changed):
		return nil, false
	}
	sources := []entry.Fields{e.Before, e.After}
	if e.Op == entry.Created || slices.ContainsFunc(o.Standing.By, e.Changed) {
		sources = append(sources, e.Record) // otherwise only the changed numbers
	}
	for _, fields := range sources {
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

// numberIn reads a number from the value of a phone or text field. It returns
// "" if there is none.
func numberIn(value json.RawMessage) string {
	var number string
	if json.Unmarshal(value, &number) == nil {
		return number
	}
	var phone struct {
		Number string `json:"phone_number"`
	}
	_ = json.Unmarshal(value, &phone) // other values are no numbers
	return phone.Number
}
