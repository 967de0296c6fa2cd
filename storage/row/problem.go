package row

import (
	"errors"

	"switchboard/storage/id"
)

// Problem says why a record does not fit a change of its object.
type Problem struct {
	ID     id.ID  `json:"id"`
	Name   string `json:"name"`
	Value  string `json:"value"` // what it holds, as text
	Detail string `json:"detail"`
}

// ErrMisfit says that a record does not fit a change of its object.
var ErrMisfit = errors.New("a record does not fit the change of its object")
