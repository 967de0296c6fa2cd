package rest

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"

	"switchboard/storage/exact"
	"switchboard/storage/fault"
)

// maxBody bounds the body of a JSON request.
const maxBody = 1 << 20

// readBody reads a JSON body and checks it (exact.Check). Another media type is
// fault.Unsupported, one over the limit fault.TooLarge, bad JSON fault.Malformed
// with line and column. An empty body is nil where optional says so.
func readBody(r *http.Request, limit int64, optional bool) ([]byte, error) {
	if optional && r.ContentLength == 0 {
		return nil, nil
	}
	if err := wantJSON(r.Header.Get("Content-Type")); err != nil {
		return nil, err
	}
	raw, err := readAll(r, limit)
	switch {
	case err != nil:
		return nil, err
	case len(bytes.TrimSpace(raw)) == 0 && optional:
		return nil, nil
	}
	if err := exact.Check("The body", raw); err != nil {
		return nil, err
	}
	return raw, nil
}

// readAll reads a body of any type; one over the limit is fault.TooLarge.
func readAll(r *http.Request, limit int64) ([]byte, error) {
	if r.ContentLength > limit {
		return nil, tooLarge(limit)
	}
	raw, err := io.ReadAll(io.LimitReader(r.Body, limit+1))
	var byServer *http.MaxBytesError
	switch {
	case errors.As(err, &byServer) || int64(len(raw)) > limit:
		return nil, tooLarge(limit)
	case err != nil:
		return nil, fault.Wrap(err, fault.Malformed, "The request body ended early.")
	}
	return raw, nil
}

func wantJSON(contentType string) error {
	media, params, err := mime.ParseMediaType(contentType)
	charset := strings.ToLower(params["charset"])
	if err != nil || media != "application/json" || charset != "" && charset != "utf-8" {
		return fault.New(fault.Unsupported, "Send the body as application/json in UTF-8.")
	}
	return nil
}

func tooLarge(limit int64) error {
	return fault.New(fault.TooLarge, "The body is too large: it may have %d bytes.", limit)
}

// maxRows bounds the rows of one request.
const maxRows = 1_000

// asRows reads a list of objects, or one object as a list of one.
func asRows(raw []byte) ([]map[string]json.RawMessage, error) {
	trimmed := bytes.TrimSpace(raw)
	if len(trimmed) > 0 && trimmed[0] == '{' {
		one, err := exact.Split(raw)
		return []map[string]json.RawMessage{one}, err
	}
	var items []json.RawMessage
	if len(trimmed) == 0 || trimmed[0] != '[' || json.Unmarshal(raw, &items) != nil {
		return nil, fault.New(fault.Malformed, "The body must be a JSON array of records, or one record.")
	}
	if len(items) == 0 {
		return nil, fault.New(fault.Invalid, "The list of records is empty.")
	}
	if len(items) > maxRows {
		return nil, fault.New(fault.Invalid, "One request may hold %d records, not %d.", maxRows, len(items))
	}
	rows := make([]map[string]json.RawMessage, len(items))
	for i, item := range items {
		if item = bytes.TrimSpace(item); item[0] != '{' || json.Unmarshal(item, &rows[i]) != nil {
			return nil, fault.New(fault.Malformed, "Record %d of the list is not a JSON object.", i).At(i)
		}
	}
	return rows, nil
}
