package rest

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"reflect"
	"strings"

	"switchboard/storage/exact"
	"switchboard/storage/fault"
)

// maxBody bounds the body of a JSON request.
const maxBody = 1 << 20

// readBody reads a JSON body and checks it (checkJSON). Another media type is
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
	if bad := checkJSON(raw); bad != nil {
		line, column := bad.position(raw)
		return nil, fault.New(fault.Malformed, "The body is not valid JSON at line %d, column %d: %s.", line, column, bad.reason)
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
		return nil, fault.Wrap(err, fault.Malformed, "The body could not be read to its end.")
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

// decodeInto reads a JSON object into target, a pointer to a flat struct with
// json tags. Keys match by exact case; one that the struct lacks is
// fault.Invalid, as is a value of the wrong type.
func decodeInto(raw []byte, target any) error {
	object, err := asObject(raw)
	if err != nil {
		return err
	}
	v := reflect.ValueOf(target).Elem()
	for i := range v.NumField() {
		name, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
		value, given := object[name]
		delete(object, name)
		if !given || string(value) == "null" {
			continue
		}
		if err := exact.Decode(value, v.Field(i).Addr().Interface()); err != nil {
			return fault.Field(name, "%s must be %s", name, kindName(v.Field(i).Type()))
		}
	}
	for name := range object {
		return fault.Field(name, "Unknown field %q", name)
	}
	return nil
}

func kindName(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Bool:
		return "true or false"
	case reflect.Int, reflect.Int64:
		return "a whole number"
	case reflect.Slice:
		return "a list"
	case reflect.Map, reflect.Struct:
		return "an object"
	default:
		return "text"
	}
}

func asObject(raw []byte) (map[string]json.RawMessage, error) {
	var object map[string]json.RawMessage
	if trimmed := bytes.TrimSpace(raw); len(trimmed) == 0 || trimmed[0] != '{' || json.Unmarshal(raw, &object) != nil {
		return nil, fault.New(fault.Malformed, "The body must be a JSON object.")
	}
	return object, nil
}

// maxRows bounds the rows of one request.
const maxRows = 1_000

// asRows reads a list of objects, or one object as a list of one (decision 3).
func asRows(raw []byte) ([]map[string]json.RawMessage, error) {
	trimmed := bytes.TrimSpace(raw)
	if len(trimmed) > 0 && trimmed[0] == '{' {
		one, err := asObject(raw)
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
