package query

import (
	"context"
	"encoding/json"
	"time"

	"switchboard/storage/id"
)

// Request is a query and on whose behalf it is asked.
type Request struct {
	Text   string
	Reader Reader
	// Clock is asked where the reader's time counts.
	Clock func() (Clock, error)
	// Limit goes before that of the text, and Page (from 1) before its offset; 0 leaves them
	// as they are.
	Limit, Page int
	// Key is the place of the output, from 1, whose values are answered as Keys too; 0 for
	// none.
	Key int
}

// Prepared is a query that was found good and has not been run.
type Prepared interface {
	// Columns are the keys of the answer.
	Columns() []Described
	// Dear says that it may take long: it looks at more than one page of one object.
	Dear() bool
	Run(ctx context.Context) (Answer, error)
	// Explain tells how the database would go about it.
	Explain(ctx context.Context) (Explanation, error)
}

// Described is one key of an answer.
type Described struct {
	Key  string `json:"key"`
	In   string `json:"in,omitempty"` // the object that it stands in
	Type string `json:"type"`
}

// Answer is a page of rows.
type Answer struct {
	// Rows are JSON objects.
	Rows []json.RawMessage
	// Keys are the ids of the rows' records, where they were asked for.
	Keys          []id.ID
	Limit, Offset int
	// Next says that more rows follow, from the offset Offset + len(Rows) on.
	Next      bool
	Total     int64
	Estimated bool
	// Took is how long the database worked, beside an error too; Bytes what the rows hold.
	Took  time.Duration
	Bytes int
}

// Explanation is how the database goes about a query.
type Explanation struct {
	SQL  string          `json:"sql"`
	Cost float64         `json:"cost"`
	Most float64         `json:"most"` // above which a query is not run
	Rows float64         `json:"rows"` // as the planner guesses
	Plan json.RawMessage `json:"plan"`
}

// Describe gives the keys of a statement's answer.
func (s *Compiled) Describe() []Described {
	out := make([]Described, len(s.Outputs))
	for i, o := range s.Outputs {
		kind := o.Derived
		if kind == nil {
			kind = o.Of
		}
		out[i] = Described{Key: o.Key, In: o.Nest, Type: kind.Type.Name}
	}
	return out
}
