package rest

import (
	"net/http"
	"net/url"

	"switchboard/actors/budgets"
	"switchboard/actors/records"
	"switchboard/rest/wire"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
)

var explainQuery = []string{"user", "object", "id", "field", "right"}

// explain answers GET v1/permission/explain?user&object&id&field&right with
// {"allowed": bool, "because": [access.Reason]}.
func (o *objects) explain(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
	query := r.URL.Query()
	if err := only(query, "An explanation", explainQuery); err != nil {
		return err
	}
	q := records.ExplainRequest{Object: objectName(query.Get("object")), Field: query.Get("field"), Right: query.Get("right")}
	var err error
	if q.User, err = queryID(query, "user"); err != nil {
		return err
	}
	if q.Record, err = queryID(query, "id"); err != nil {
		return err
	}
	if q.Object == "" {
		return fault.Field("object", "Say which object is asked about, for example object=contact")
	}
	done, err := o.budgets.Read(r.Context(), p, budgets.List)
	if err != nil {
		return err
	}
	defer func() { done(0, 0) }()
	answer, err := o.records.Explain(r.Context(), p, q)
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, answer)
}

var effectiveQuery = []string{"user"}

// effective answers GET v1/permission/effective?user with wire.Effective.
func (o *objects) effective(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
	query := r.URL.Query()
	if err := only(query, "An overview of rights", effectiveQuery); err != nil {
		return err
	}
	user, err := queryID(query, "user")
	if err != nil {
		return err
	}
	done, err := o.budgets.Read(r.Context(), p, budgets.List)
	if err != nil {
		return err
	}
	defer func() { done(0, 0) }()
	of, active, err := o.records.Effective(r.Context(), p, user)
	if err != nil {
		return err
	}
	answer := wire.Effective{Active: active, Superuser: of.Superuser, System: of.System(), Rights: map[string]wire.EffectiveRights{}}
	for _, object := range p.Registry().Objects() {
		if name := object.APIName; p.Rights(name) != nil {
			answer.Rights[name] = wire.EffectiveRights{Rights: rightsOf(&of, name), Rows: string(of.Rights(name).Scope())}
		}
	}
	return writeJSON(w, http.StatusOK, answer)
}

// queryID reads an id of a query, "" if it is not given.
func queryID(query url.Values, name string) (id.ID, error) {
	text := query.Get(name)
	if text == "" {
		return "", nil
	}
	parsed, ok := id.Parse(text)
	if !ok {
		return "", fault.Field(name, "%q is no id", text)
	}
	return parsed, nil
}
