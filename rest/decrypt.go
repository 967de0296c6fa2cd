package rest

import (
	"net/http"

	"github.com/go-chi/chi/v5"

	"switchboard/storage/access"
	"switchboard/storage/exact"
	"switchboard/storage/fault"
)

// decrypting is the body of a request to reveal an encrypted field.
type decrypting struct {
	Field string `json:"field"`
}

// revealed is the answer.
type revealed struct {
	Value raw `json:"value"`
}

// decrypt answers POST v1/object/{object}/{id}/decrypt {field} with {"value": …}, the decrypted
// value. The audit log records it; the response is not cacheable.
func (o *objects) decrypt(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
	record, err := pathID(r)
	if err != nil {
		return err
	}
	body, err := readBody(r, maxBody, false)
	if err != nil {
		return err
	}
	var given decrypting
	if err := exact.Into(body, &given); err != nil {
		return err
	}
	if given.Field == "" {
		return fault.Field("field", "Say which field is to be decrypted")
	}
	if err := o.gate.changes(r, p, 1); err != nil {
		return err
	}
	value, err := o.records.Reveal(r.Context(), p, objectName(chi.URLParam(r, "object")), record, given.Field)
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, revealed{value})
}
