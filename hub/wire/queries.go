package wire

import "encoding/json"

// QueryRow is a row of a result. Its key is the id of its record if the
// result has it; otherwise it only identifies the row.
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

// RowsEvent describes how the result of a live query changed. It applies to
// the result with the number After. Clients first take out removed and moved
// rows, then insert added and moved rows at their index, in ascending order,
// then change rows.
type RowsEvent struct {
	Topic  string     `json:"topic"`
	Number int64      `json:"number"`
	After  int64      `json:"after"`
	Added  []RowAdded `json:"added,omitempty"`
	// Changed holds the keys with new values, or all.
	Changed []QueryRow `json:"changed,omitempty"`
	Moved   []RowMoved `json:"moved,omitempty"`
	Removed []string   `json:"removed,omitempty"`
	// Total counts the rows of all pages.
	Total     int64 `json:"total"`
	Estimated bool  `json:"estimated,omitempty"`
}

// RowAdded is a new row and its index.
type RowAdded struct {
	Key string          `json:"key"`
	At  int             `json:"at"`
	Row json.RawMessage `json:"row"`
}

// RowMoved is a row with a new index.
type RowMoved struct {
	Key string `json:"key"`
	At  int    `json:"at"`
}
