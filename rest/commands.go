package rest

import (
	"encoding/json"
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5"

	"switchboard/actors/feature"
	"switchboard/storage/access"
	"switchboard/storage/exact"
	"switchboard/storage/fault"
	"switchboard/storage/row"
)

// commands are the routes of one feature's commands.
type commands struct {
	records Records
	service any // the running feature
}

func (s *commands) routes(r chi.Router, g *gate, all []feature.Command) {
	for i := range all {
		if c := &all[i]; c.Route.Path != "" {
			open := g.signed
			if c.Route.Acts {
				open = g.acting
			}
			r.Method(c.Route.Method, c.Route.Path, open(s.execute(c)))
		}
	}
}

// execute reads a command's input from path and body, carries it out and answers as its
// route says.
func (s *commands) execute(c *feature.Command) signedHandler {
	onPath := strings.Contains(c.Route.Path, "{id}")
	return func(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
		body, err := readBody(r, maxBody, onPath || c.Route.Method == http.MethodGet)
		if err != nil {
			return err
		}
		if body, err = withPath(r, c.Route.Path, body); err != nil {
			return err
		}
		if c.Route.Method == http.MethodGet && len(body) == 0 {
			body = ofQuery(r)
		}
		input, err := c.Read(body)
		if err != nil {
			return err
		}
		if onPath {
			named, err := pathID(r)
			if err != nil {
				return err
			}
			if err := c.Name(input, named); err != nil {
				return err
			}
		}
		if err := c.Whole(input); err != nil {
			return err
		}
		input.SetCommandID(commandGiven(r, p, input))
		reply, err := c.Execute(r.Context(), s.service, p, input)
		if err != nil {
			return err
		}
		return s.answer(w, r, p, c.Route, reply)
	}
}

// withPath adds to a body the members that stand in a route's path and are not {id}, as {object} does.
func withPath(r *http.Request, path string, body []byte) ([]byte, error) {
	var members map[string]json.RawMessage
	for part := range strings.SplitSeq(path, "/") {
		name, isNamed := strings.CutPrefix(part, "{")
		if name = strings.TrimSuffix(name, "}"); !isNamed || name == "id" {
			continue
		}
		if members == nil {
			members = map[string]json.RawMessage{}
			if len(body) > 0 {
				var err error
				if members, err = exact.Split(body); err != nil {
					return nil, err
				}
			}
		}
		if _, isThere := members[name]; isThere {
			return nil, fault.Field(name, "%s is part of the path", name)
		}
		members[name] = row.JSONValue(chi.URLParam(r, name))
	}
	if members == nil {
		return body, nil
	}
	return json.Marshal(members)
}

// ofQuery makes a body of a request's query parameters; nil if there are none. A parameter
// that stands twice counts by its first value.
func ofQuery(r *http.Request) []byte {
	query := r.URL.Query()
	if len(query) == 0 {
		return nil
	}
	members := make(map[string]string, len(query))
	for name := range query {
		members[name] = query.Get(name)
	}
	return row.JSONValue(members)
}

// commandGiven is the id of a command: the body's, else the Idempotency-Key, else what
// the input names it by.
func commandGiven(r *http.Request, p *access.Principal, input feature.Input) string {
	if given := input.CommandID(); given != "" {
		return commandID(given, p)
	}
	if given := commandOf(r, p); given != "" {
		return given
	}
	if other, ok := input.(feature.Repeatable); ok {
		return commandID(other.RepeatKey(), p)
	}
	return ""
}

// answer is the answer to a command that was executed.
func (s *commands) answer(w http.ResponseWriter, r *http.Request, p *access.Principal, route feature.Route, reply any) error {
	if route.Status == http.StatusNoContent {
		w.WriteHeader(http.StatusNoContent)
		return nil
	}
	if route.Shows == "" {
		return writeJSON(w, route.Status, reply)
	}
	named, ok := reply.(feature.Named)
	if !ok {
		return fault.New(fault.Internal, "The reply %T of %s names no record.", reply, route.Path)
	}
	fields, err := s.records.Get(r.Context(), p, route.Shows, named.RecordID())
	if err != nil {
		return err
	}
	complete(p, route.Shows, fields)
	if route.Under != "" {
		return writeJSON(w, route.Status, map[string]any{route.Under: fields})
	}
	return writeJSON(w, route.Status, fields)
}
