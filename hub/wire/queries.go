package wire

import "encoding/json"

// QueryRow is a row of an answer. Its key is the id of its record where the answer has it;
// else it says nothing but which row is meant.
type QueryRow struct {
	Key string          `json:"key"`
	Row json.RawMessage `json:"row"`
}

// QuerySnapshot is the state of a live query.
type QuerySnapshot struct {
	Number    int64      `json:"number"`
	Rows      []QueryRow `json:"rows"`
	Total     int64      `json:"total"`
	Estimated bool       `json:"estimated,omitempty"`
}

// RowsEvent tells how the answer of a live query changed. It follows on what had the number
// After. Rows are taken out first (removed and moved ones), then put in where they now stand
// (added and moved ones, from the first place on), then changed.
type RowsEvent struct {
	Topic  string     `json:"topic"`
	Number int64      `json:"number"`
	After  int64      `json:"after"`
	Added  []RowAdded `json:"added,omitempty"`
	// Changed holds the keys that have other values, or all.
	Changed []QueryRow `json:"changed,omitempty"`
	Moved   []RowMoved `json:"moved,omitempty"`
	Removed []string   `json:"removed,omitempty"`
	// Total counts the rows of all pages.
	Total     int64 `json:"total"`
	Estimated bool  `json:"estimated,omitempty"`
}

// RowAdded is a row that is new, and its place.
type RowAdded struct {
	Key string          `json:"key"`
	At  int             `json:"at"`
	Row json.RawMessage `json:"row"`
}

// RowMoved is a row that stands elsewhere.
type RowMoved struct {
	Key string `json:"key"`
	At  int    `json:"at"`
}
