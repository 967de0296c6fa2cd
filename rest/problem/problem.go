package problem

import (
	"encoding/json"
	"net/http"

	"switchboard/storage/fault"
)

// Document is the body of every refusal.
type Document struct {
	Type      string              `json:"type"`
	Title     string              `json:"title"`
	Status    int                 `json:"status"`
	Detail    string              `json:"detail"`
	Code      fault.Code          `json:"code"`
	Errors    map[string][]string `json:"errors,omitempty"`
	Index     *int                `json:"index,omitempty"` // of the offending row in a list
	RequestID string              `json:"request_id,omitempty"`
	// Of what is wrong in a text: line, column, word, expected, nearest.
	*fault.Place
}

// Of is the document of an error under a status.
func Of(status int, e *fault.Error) Document {
	d := Document{Type: "about:blank", Title: http.StatusText(status), Status: status, Detail: e.Detail, Code: e.Code, Errors: e.Fields, Place: e.Place}
	if e.Index >= 0 {
		d.Index = &e.Index
	}
	return d
}

// Media is the type of a document.
const Media = "application/problem+json"

// Write answers with a document, or one that has more beside it.
func Write(w http.ResponseWriter, media string, status int, document any) {
	body, err := json.Marshal(document)
	if err != nil { // strings and numbers always encode
		http.Error(w, http.StatusText(status), status)
		return
	}
	w.Header().Set("Content-Type", media)
	w.WriteHeader(status)
	_, _ = w.Write(body)
}
