package rest

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"

	"github.com/go-chi/chi/v5"

	"switchboard/actors/schemas"
	"switchboard/storage/access"
	"switchboard/storage/exact"
	"switchboard/storage/fault"
)

// Schemas changes objects and fields (actors/schemas).
type Schemas interface {
	Formats(ctx context.Context, p *access.Principal) ([]schemas.Format, error)
	Definition(ctx context.Context, p *access.Principal, object string) (*schemas.Definition, error)
	Retired(ctx context.Context, p *access.Principal) ([]schemas.Retired, error)
	Create(ctx context.Context, p *access.Principal, members map[string]json.RawMessage) (*schemas.Definition, error)
	Change(ctx context.Context, p *access.Principal, object string, members map[string]json.RawMessage, expect int64) (*schemas.Definition, error)
	Remove(ctx context.Context, p *access.Principal, object string) error
	Restore(ctx context.Context, p *access.Principal, object, field string) (*schemas.Definition, error)
}

// definitions are the routes by which objects and fields are made and changed.
type definitions struct {
	schemas Schemas
	gate    *gate
}

func (d *definitions) routes(r chi.Router) {
	r.Get("/schema/formats", d.gate.signed(d.formats))
	r.Get("/schema/retired", d.gate.signed(d.retired))
	r.Get("/schema/{object}/definition", d.gate.signed(d.get))
	r.Post("/schema", d.gate.signed(d.create))
	r.Patch("/schema/{object}", d.gate.signed(d.patch))
	r.Delete("/schema/{object}", d.gate.signed(d.remove))
	r.Post("/schema/{object}/restore", d.gate.signed(d.restore))
}

func (d *definitions) formats(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
	all, err := d.schemas.Formats(r.Context(), p)
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, all)
}

func (d *definitions) retired(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
	all, err := d.schemas.Retired(r.Context(), p)
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, map[string]any{"data": all})
}

func (d *definitions) get(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
	one, err := d.schemas.Definition(r.Context(), p, objectName(chi.URLParam(r, "object")))
	return answerDefinition(w, http.StatusOK, one, err)
}

func (d *definitions) create(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
	members, err := d.members(r, p)
	if err != nil {
		return err
	}
	one, err := d.schemas.Create(r.Context(), p, members)
	return answerDefinition(w, http.StatusCreated, one, err)
}

// patch answers 202 where records have to be checked or filled for a part of the change.
func (d *definitions) patch(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
	expect, err := definitionMatch(r)
	if err != nil {
		return err
	}
	members, err := d.members(r, p)
	if err != nil {
		return err
	}
	one, err := d.schemas.Change(r.Context(), p, objectName(chi.URLParam(r, "object")), members, expect)
	status := http.StatusOK
	if one != nil && one.Change != nil {
		status = http.StatusAccepted
	}
	return answerDefinition(w, status, one, err)
}

func (d *definitions) remove(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
	if err := d.schemas.Remove(r.Context(), p, objectName(chi.URLParam(r, "object"))); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// broughtBack names what is brought back: a field, or the object itself.
type broughtBack struct {
	Field string `json:"field"`
}

func (d *definitions) restore(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
	body, err := readBody(r, maxBody, true)
	if err != nil {
		return err
	}
	var what broughtBack
	if body != nil {
		if err := exact.Into(body, &what); err != nil {
			return err
		}
	}
	one, err := d.schemas.Restore(r.Context(), p, objectName(chi.URLParam(r, "object")), what.Field)
	return answerDefinition(w, http.StatusOK, one, err)
}

// members reads the JSON object of a request that changes something.
func (d *definitions) members(r *http.Request, p *access.Principal) (map[string]json.RawMessage, error) {
	body, err := readBody(r, maxBody, false)
	if err != nil {
		return nil, err
	}
	if err := d.gate.changes(r, p, 1); err != nil {
		return nil, err
	}
	return exact.Split(body)
}

// answerDefinition answers with an object; ETag is its version.
func answerDefinition(w http.ResponseWriter, status int, one *schemas.Definition, err error) error {
	if err != nil {
		return err
	}
	w.Header().Set("ETag", strconv.Quote(strconv.FormatInt(one.Version, 10)))
	return writeJSON(w, status, one)
}

// definitionMatch reads the version of an object that a client expects, -1 for none: one
// that nobody has changed yet has the version 0.
func definitionMatch(r *http.Request) (int64, error) {
	text := r.Header.Get("If-Match")
	if text == "" || text == "*" {
		return -1, nil
	}
	version, err := strconv.ParseInt(strings.Trim(strings.TrimPrefix(text, "W/"), `"`), 10, 64)
	if err != nil || version < 0 {
		return 0, fault.New(fault.VersionConflict, "If-Match must hold the object's version, such as \"3\".")
	}
	return version, nil
}
