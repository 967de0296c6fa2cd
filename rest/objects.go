package rest

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"switchboard/actors/budgets"
	"switchboard/actors/records"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/exact"
	"switchboard/storage/fault"
	"switchboard/storage/id"
)

// objectName normalises an object's name in a path: dashes and spaces become
// underscores, letters small.
func objectName(text string) string {
	if plain, err := url.PathUnescape(text); err == nil {
		text = plain
	}
	return strings.ToLower(strings.NewReplacer("-", "_", " ", "_").Replace(text))
}

// nameObject puts an object's api name into the place of what the address calls it.
func nameObject(r *http.Request, p *access.Principal) {
	if address := chi.RouteContext(r.Context()); address != nil {
		for i, key := range address.URLParams.Keys {
			if key == "object" && i < len(address.URLParams.Values) {
				address.URLParams.Values[i] = p.Registry().Canonical(objectName(address.URLParams.Values[i]))
			}
		}
	}
}

// complete adds to records of an object what only clients know that have its description.
func complete(p *access.Principal, object string, list ...entry.Fields) {
	if o := p.Registry().Object(object); o != nil {
		p.Registry().Complete(o, list...)
	}
}

// everyRelation is the route of a record that is the principal's in every way.
func everyRelation(p *access.Principal) entry.Route {
	route := entry.Route{Owner: p.User, Teams: p.Teams, Members: []id.ID{p.User}, Candidates: []id.ID{p.User}}
	if apps := p.Administered(); len(apps) > 0 {
		route.App = apps[0]
	}
	return route
}

// listQuery are the parameters of a list; others are refused, since a misspelt
// filter must not answer everything.
var listQuery = []string{"limit", "offset", "order", "filter", "comparison", "search", "total", "as_of", "deleted", "cursor"}

// recordQuery are the parameters of one record.
var recordQuery = []string{"as_of"}

// objects are the routes of records, of every object alike.
type objects struct {
	records Records
	budgets Budgets
	gate    *gate
}

func (o *objects) routes(r chi.Router) {
	r.Get("/object/{object}", o.gate.signed(o.list))
	r.Post("/object/{object}", o.gate.signed(o.create))
	r.Patch("/object/{object}", o.gate.signed(o.patch))
	r.Delete("/object/{object}", o.gate.signed(o.remove))
	r.Get("/search", o.gate.signed(o.search))
	r.Get("/permission/explain", o.gate.signed(o.explain))
	r.Get("/permission/effective", o.gate.signed(o.effective))
	r.Get("/audit", o.gate.signed(o.audit))
	r.Get("/feed", o.gate.signed(o.feed))
	r.Get("/object/{object}/{id}", o.gate.signed(o.get))
	r.Get("/object/{object}/{id}/timeline", o.gate.signed(o.timeline))
	r.Get("/object/{object}/board", o.gate.signed(o.board))
	r.Post("/object/{object}/{id}/related_counts", o.gate.signed(o.relatedCounts))
	r.Get("/object/{object}/{id}/duplicates", o.gate.signed(o.duplicates))
	r.Get("/object/{object}/duplicates", o.gate.signed(o.suspects))
	r.Get("/object/{object}/{id}/history", o.gate.signed(o.history))
	r.Post("/object/{object}/{id}/restore", o.gate.signed(o.restore))
	r.Post("/object/{object}/{id}/decrypt", o.gate.signed(o.decrypt))
	r.Patch("/object/{object}/{id}", o.gate.signed(o.patch))
	r.Delete("/object/{object}/{id}", o.gate.signed(o.remove))
}

func (o *objects) list(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
	q, err := parseList(r.URL.Query())
	if err != nil {
		return err
	}
	done, err := o.budgets.Read(r.Context(), p, readingOf(&q))
	if err != nil {
		return err
	}
	name := objectName(chi.URLParam(r, "object"))
	var page records.Listing
	defer func() { done(page.Took, page.Bytes) }()
	page, err = o.records.List(r.Context(), p, name, q)
	if err != nil {
		return err
	}
	pageHeaders(w.Header(), page, q)
	may := rightsOf(p, name)
	var list []string
	for right, has := range map[string]bool{"create": may.Create, "read": may.Read, "update": may.Update, "delete": may.Delete} {
		if has {
			list = append(list, right)
		}
	}
	slices.Sort(list)
	w.Header().Set("X-Rights", strings.Join(list, ","))
	keys := []string{"data"}
	if of := p.Registry().Object(name); of.ListKey != "" {
		keys = append(keys, of.ListKey)
	}
	complete(p, name, page.Records...)
	return writeList(w, keys, page.Records)
}

func pageHeaders(h http.Header, page records.Listing, q records.ListRequest) {
	h.Set("X-Has-Next", strconv.FormatBool(page.HasNext))
	h.Set("X-Page-Size", strconv.Itoa(page.Limit))
	if q.Cursors {
		if page.HasNext {
			h.Set("X-Next-Cursor", page.Cursor)
		}
	} else {
		h.Set("X-Current-Page", strconv.Itoa(page.Offset/page.Limit+1))
		if page.HasNext {
			h.Set("X-Next-Offset", strconv.Itoa(page.Next))
		}
	}
	if page.HasNext {
		if page.Next < page.Offset+page.Limit { // the page was full before its limit
			h.Set("X-Page-Size", strconv.Itoa(page.Next-page.Offset))
		}
	}
	if !q.Total {
		return
	}
	size := int64(page.Limit)
	h.Set("X-Pages", strconv.FormatInt((page.Total+size-1)/size, 10))
	h.Set("X-Total-Count", strconv.FormatInt(page.Total, 10))
	if page.Estimated {
		h.Set("X-Total-Estimated", "true")
	}
}

func parseList(query url.Values) (records.ListRequest, error) {
	q := records.ListRequest{Total: true, Search: query.Get("search"), Cursors: query.Has("cursor"), Cursor: query.Get("cursor")}
	err := only(query, "A list", listQuery)
	if err != nil {
		return q, err
	}
	if q.Limit, err = wholeNumber(query, "limit", 1); err != nil {
		return q, err
	}
	if q.Offset, err = wholeNumber(query, "offset", 0); err != nil {
		return q, err
	}
	for name := range strings.SplitSeq(query.Get("order"), ",") {
		if name = strings.TrimSpace(name); name != "" {
			q.Order = append(q.Order, name)
		}
	}
	switch strings.ToUpper(query.Get("comparison")) {
	case "", "AND":
	case "OR":
		q.Any = true
	default:
		return q, fault.Field("comparison", "comparison must be AND or OR")
	}
	if q.Total, err = yesOrNo(query, "total", true); err != nil {
		return q, err
	}
	if q.Removed, err = yesOrNo(query, "deleted", false); err != nil {
		return q, err
	}
	if q.AsOf, err = timeOf(query, "as_of"); err != nil {
		return q, err
	}
	q.Filter, err = parseFilter(query.Get("filter"))
	return q, err
}

func yesOrNo(query url.Values, name string, usual bool) (bool, error) {
	switch query.Get(name) {
	case "":
		return usual, nil
	case "true":
		return true, nil
	case "false":
		return false, nil
	default:
		return false, fault.Field(name, "%s must be true or false", name)
	}
}

// timeOf reads a time of RFC 3339, the zero time if there is none.
func timeOf(query url.Values, name string) (time.Time, error) {
	text := query.Get(name)
	if text == "" {
		return time.Time{}, nil
	}
	at, err := time.Parse(time.RFC3339, strings.ReplaceAll(text, " ", "+")) // the sign of a zone, where nobody escaped it
	if err != nil {
		return at, fault.Field(name, "%s must be a time such as 2026-03-09T14:30:00Z", name)
	}
	return at, nil
}

// only refuses parameters that what is asked doesn't have, and one that stands twice.
func only(query url.Values, what string, names []string) error {
	for name, values := range query {
		if !slices.Contains(names, name) {
			return fault.Field(name, "%s has no parameter %q; it has %s", what, name, strings.Join(names, ", "))
		}
		if len(values) > 1 {
			return fault.Field(name, "%s stands more than once", name)
		}
	}
	return nil
}

func wholeNumber(query url.Values, name string, least int) (int, error) {
	text := query.Get(name)
	if text == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < least {
		return 0, fault.Field(name, "%s must be a whole number from %d", name, least)
	}
	return n, nil
}

// maxFilter bounds the text of a filter.
const maxFilter = 16 << 10

// parseFilter reads the rows of the filter builder as JSON.
func parseFilter(text string) ([]records.FilterRow, error) {
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	if len(text) > maxFilter {
		return nil, fault.New(fault.TooLarge, "The filter is too large: it may have %d bytes.", maxFilter)
	}
	if err := exact.Check("The filter", []byte(text)); err != nil {
		return nil, err
	}
	var rows []records.FilterRow
	if exact.Decode([]byte(text), &rows) != nil {
		return nil, wrongFilter(text)
	}
	for i := range rows {
		if rows[i].Field == "" || rows[i].Operator == "" {
			return nil, wrongFilter(text)
		}
		if string(rows[i].Value) == "null" { // which says nothing
			rows[i].Value = nil
		}
	}
	return rows, nil
}

// wrongFilter says which row of a filter is wrong, and why: reading all rows
// at once, which takes a tenth of the time, does not tell.
func wrongFilter(text string) error {
	malformed := fault.New(fault.Malformed, "The filter must be a JSON array of {field, operator, value}.")
	var items []json.RawMessage
	if json.Unmarshal([]byte(text), &items) != nil {
		return malformed
	}
	for i, item := range items {
		var one records.FilterRow
		if err := exact.Into(item, &one); err != nil {
			return fault.From(err).At(i)
		}
		if one.Field == "" || one.Operator == "" {
			return fault.Field("filter", "Each row of the filter needs field and operator").At(i)
		}
	}
	return malformed
}

func (o *objects) get(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
	record, err := pathID(r)
	if err != nil {
		return err
	}
	if err := only(r.URL.Query(), "A record", recordQuery); err != nil {
		return err
	}
	at, err := timeOf(r.URL.Query(), "as_of")
	if err != nil {
		return err
	}
	done, err := o.budgets.Read(r.Context(), p, budgets.Record)
	if err != nil {
		return err
	}
	var fields entry.Fields
	defer func() { done(0, fields.Size()) }()
	name := objectName(chi.URLParam(r, "object"))
	if !at.IsZero() {
		if fields, err = o.records.GetAsOf(r.Context(), p, name, record, at); err != nil {
			return err
		}
		complete(p, name, fields)
		return writeJSON(w, http.StatusOK, fields)
	}
	fields, err = o.records.Get(r.Context(), p, name, record)
	if fault.Is(err, fault.NotFound) {
		if into, failed := o.records.Successor(r.Context(), p, name, record); failed == nil && into != "" {
			w.Header().Set("X-Merged-Into", into.String())
		}
	}
	if err != nil {
		return err
	}
	if version := string(fields["version"]); version != "" {
		w.Header().Set("ETag", `"`+version+`"`)
	}
	complete(p, name, fields)
	return writeJSON(w, http.StatusOK, fields)
}

func pathID(r *http.Request) (id.ID, error) {
	record, ok := id.Parse(chi.URLParam(r, "id"))
	if !ok {
		return "", fault.New(fault.NotFound, "Record not found")
	}
	return record, nil
}

func (o *objects) create(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
	rows, err := readRows(r)
	if err != nil {
		return err
	}
	if err := o.gate.changes(r, p, len(rows)); err != nil {
		return err
	}
	partly, err := partial(r)
	if err != nil {
		return err
	}
	write := o.records.Create
	if partly {
		write = o.records.CreateEach
	}
	written, err := write(r.Context(), p, objectName(chi.URLParam(r, "object")), rows, commandOf(r, p))
	complete(p, chi.URLParam(r, "object"), written.Records...)
	return answerWritten(w, r, written, err)
}

// patch changes the records that the rows name, or the one that the address names.
func (o *objects) patch(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
	rows, err := readRows(r)
	if err != nil {
		return err
	}
	if one := chi.URLParam(r, "id"); one != "" {
		if err := nameRow(rows, one); err != nil {
			return err
		}
	}
	if err := o.gate.changes(r, p, len(rows)); err != nil {
		return err
	}
	expect, err := ifMatch(r)
	if err != nil {
		return err
	}
	if expect != 0 && len(rows) > 1 {
		return fault.Field("If-Match", "If-Match names the version of one record; put a version into each of several")
	}
	partly, err := partial(r)
	if err != nil {
		return err
	}
	name := objectName(chi.URLParam(r, "object"))
	var written records.Written
	switch {
	case !partly:
		written, err = o.records.Patch(r.Context(), p, name, rows, expect, commandOf(r, p))
	case expect != 0:
		return fault.Field("If-Match", "With partial=true each row has its own version; leave If-Match out")
	default:
		written, err = o.records.PatchEach(r.Context(), p, name, rows, commandOf(r, p))
	}
	complete(p, chi.URLParam(r, "object"), written.Records...)
	return answerWritten(w, r, written, err)
}

// nameRow returns the only row of a body the id that the address names.
func nameRow(rows []records.Input, text string) error {
	record, ok := id.Parse(text)
	if !ok {
		return fault.New(fault.NotFound, "There is no record of this id.")
	}
	if len(rows) != 1 {
		return fault.New(fault.Invalid, "This address is for one record. Send one record, or send several to the address of their object.")
	}
	var given string
	if raw, has := rows[0]["id"]; has && (json.Unmarshal(raw, &given) != nil || !strings.EqualFold(given, text)) {
		return fault.Field("id", "The id differs from the one in the address. Leave it out, or send the same.")
	}
	raw, err := json.Marshal(record)
	rows[0]["id"] = raw
	return err
}

func answerWritten(w http.ResponseWriter, r *http.Request, written records.Written, err error) error {
	var refusals *records.PartialError
	if err != nil && !errors.As(err, &refusals) {
		return err
	}
	if len(written.Ignored) > 0 {
		slices.Sort(written.Ignored)
		w.Header().Set("X-Ignored-Fields", strings.Join(written.Ignored, ","))
	}
	if written.Brief > 0 {
		w.Header().Set("X-Brief-Records", strconv.Itoa(written.Brief))
	}
	if refusals != nil {
		return writePartial(w, r, http.StatusOK, written.Records, refusals)
	}
	return writeRows(w, written.Records)
}

// remove takes ids from the path, ?ids=a,b or ?ids=a&ids=b.
func (o *objects) remove(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
	texts := r.URL.Query()["ids"]
	if one := chi.URLParam(r, "id"); one != "" {
		texts = append(texts, one)
	}
	var ids []id.ID
	for _, text := range texts {
		for part := range strings.SplitSeq(text, ",") {
			if part = strings.TrimSpace(part); part == "" {
				continue
			}
			record, ok := id.Parse(part)
			if !ok {
				return fault.Field("ids", "%q is not an id", part)
			}
			ids = append(ids, record)
		}
	}
	if err := o.gate.changes(r, p, len(ids)); err != nil {
		return err
	}
	expect, err := ifMatch(r)
	if err != nil {
		return err
	}
	err = o.records.Delete(r.Context(), p, objectName(chi.URLParam(r, "object")), ids, expect, commandOf(r, p))
	var refusals *records.PartialError
	switch {
	case errors.As(err, &refusals):
		return writePartial(w, r, http.StatusNoContent, nil, refusals)
	case err != nil:
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

func readRows(r *http.Request) ([]records.Input, error) {
	text, err := readBody(r, maxBody, false)
	if err != nil {
		return nil, err
	}
	rows, err := asRows(text)
	if err != nil {
		return nil, err
	}
	out := make([]records.Input, len(rows))
	for i, one := range rows {
		out[i] = one
	}
	return out, nil
}

// ifMatch reads the version that a client expects, 0 for none.
func ifMatch(r *http.Request) (int64, error) {
	text := r.Header.Get("If-Match")
	if text == "" || text == "*" {
		return 0, nil
	}
	version, err := strconv.ParseInt(strings.Trim(strings.TrimPrefix(text, "W/"), `"`), 10, 64)
	if err != nil || version < 1 {
		return 0, fault.New(fault.VersionConflict, "If-Match must hold the record's version, such as \"3\".")
	}
	return version, nil
}

// maxKey bounds an Idempotency-Key.
const maxKey = 200

// commandOf is the id of the command: the Idempotency-Key, made the caller's own
// where it is no UUID. Without one it is "".
func commandOf(r *http.Request, p *access.Principal) string {
	return commandID(r.Header.Get("Idempotency-Key"), p)
}

func commandID(key string, p *access.Principal) string {
	if key == "" || len(key) > maxKey {
		return ""
	}
	if known, ok := id.Parse(key); ok {
		return string(known)
	}
	return string(id.Derived("command:" + string(p.Organization) + ":" + string(p.User) + ":" + key))
}
