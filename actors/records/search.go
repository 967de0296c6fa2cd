package records

import (
	"context"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/phonenumber"
	"switchboard/storage/row"
	"switchboard/storage/schema"
	"switchboard/storage/spelling"
)

const (
	maxSearch    = 200 // characters
	maxTerms     = 8
	defaultFound = 8
	maxFound     = 50
	leastDigits  = 3
	// enough records leave no doubt that what was typed was meant so: with fewer, names that
	// may be meant by it are looked for.
	enough = 3
)

// SearchRequest asks for records of several objects by what people know of them.
type SearchRequest struct {
	// Text is what was typed: words, each of which must stand in one of a record's search
	// fields, or a phone number. Where little is found, names are found too that were typed
	// with a slip.
	Text string
	// Objects are those that are searched; nil for all that say by which fields.
	Objects []string
	// Limit is how many records of each object are wanted: 8 unless told, 50 at most.
	Limit int
}

// Found are the records of one object that a search found, the best first, with their
// search fields.
type Found struct {
	Object  string         `json:"object"`
	Records []entry.Fields `json:"records"`
	// Marked are, for each record, the fields in which it was found, in pieces.
	Marked []map[string][]Piece `json:"marked"`
	// Alike is how many of the records, the last ones, have a name that may only be meant by
	// what was typed: it was found with a slip.
	Alike int `json:"alike"`
	// More says that there are others.
	More bool `json:"more"`
}

// Finds is the answer to a SearchRequest.
type Finds struct {
	Found []Found
	Took  time.Duration // of the database, beside an error too
	Bytes int
}

// Search finds records of several objects. Only fields that are readable in every row that
// could match are looked through. An object that is named must be known and readable
// (fault.NotFound, fault.Forbidden).
func (s *Service) Search(ctx context.Context, p *access.Principal, q SearchRequest) (Finds, error) {
	out := Finds{Found: []Found{}}
	terms, err := termsOf("q", q.Text)
	if err != nil {
		return out, err
	}
	if len(terms) == 0 {
		return out, fault.Field("q", "Enter a name, a company, an email address or a number")
	}
	objects, err := s.searched(p, q.Objects)
	if err != nil {
		return out, err
	}
	if q.Limit <= 0 {
		q.Limit = defaultFound
	}
	q.Limit = min(q.Limit, maxFound)
	for _, o := range objects {
		rights := p.Rights(o.APIName)
		fields := searchFields(o, rights.Everywhere())
		if len(fields) == 0 {
			continue
		}
		found := Found{Object: o.APIName, Records: []entry.Fields{}}
		for _, alike := range []bool{false, true} {
			if alike && (len(found.Records) >= min(enough, q.Limit) || !correctable(o, fields, terms)) {
				break
			}
			page, err := s.store.Read(ctx, p.Organization, row.ReadRequest{
				Object: o.APIName, Where: among(o, nil), Visible: rights.Relations(), Limit: q.Limit + 1, Browse: true,
				Search: &row.Search{Fields: fields, Terms: terms, Ranked: true, Alike: alike, Typed: len(found.Records) > 0},
			})
			out.Took += page.Took
			if err != nil {
				return out, err
			}
			out.Bytes += found.add(o, rights, fields, terms, page.Items, q.Limit, alike)
		}
		if len(found.Records) > 0 {
			out.Found = append(out.Found, found)
		}
	}
	return out, nil
}

// add takes in what was found, as far as there is room, and gives its size. What was found
// as it was typed is not found again with a slip.
func (f *Found) add(o *schema.Object, rights *access.Rights, fields []string, terms []row.Term, items []row.Item, limit int, alike bool) (size int) {
	for i := range items {
		if alike && slices.ContainsFunc(f.Records, func(had entry.Fields) bool { return string(had["id"]) == string(items[i].Fields["id"]) }) {
			continue
		}
		if len(f.Records) == limit {
			f.More = true
			break
		}
		shown := briefly(o, fields, rights.Show(&items[i]))
		size += shown.Size()
		f.Records = append(f.Records, shown)
		f.Marked = append(f.Marked, marked(o, fields, terms, shown))
		if alike {
			f.Alike++
		}
	}
	return size
}

// correctable reports whether an object's records may be meant by terms with a slip: a reader
// may search them by their names, and one of the terms is a word. Without an index of searches,
// the time limit of such a search (Reader.Guessing) bounds the scan of a large table.
func correctable(o *schema.Object, fields []string, terms []row.Term) bool {
	return slices.Contains(fields, o.NameField) &&
		slices.ContainsFunc(terms, func(t row.Term) bool { return spelling.Correctable(t.Text) })
}

// searched are the objects of a search, of those that the principal may list.
func (s *Service) searched(p *access.Principal, names []string) ([]*schema.Object, error) {
	if names == nil {
		var out []*schema.Object
		for _, o := range p.Registry().Objects() {
			if o.Search != nil && !o.Internal && len(p.Rights(o.APIName).Relations()) > 0 {
				out = append(out, o)
			}
		}
		return out, nil
	}
	return s.readable(p, names)
}

// readable are the objects that are named, each once, all of which the principal may list.
func (s *Service) readable(p *access.Principal, names []string) (out []*schema.Object, err error) {
	for _, name := range names {
		o, rights, err := s.object(p, name)
		switch {
		case err != nil:
			return nil, err
		case len(rights.Relations()) == 0:
			return nil, fault.New(fault.Forbidden, "You don't have permission to read this object")
		case !slices.Contains(out, o):
			out = append(out, o)
		}
	}
	return out, nil
}

// searchFields are the fields of an object that a reader may search by.
func searchFields(o *schema.Object, usable *access.FieldSet) []string {
	var out []string
	for _, name := range o.SearchFields() {
		if usable.Has(name) {
			out = append(out, name)
		}
	}
	return out
}

// briefly leaves of a record what one knows it by.
func briefly(o *schema.Object, fields []string, shown entry.Fields) entry.Fields {
	out := entry.Fields{}
	for _, name := range slices.Concat([]string{"id", "version", o.NameField}, fields, o.Brief) {
		if value, ok := shown[name]; ok {
			out[name] = value
		}
	}
	return out
}

// searchOf reads the search of a list; nil for none.
func searchOf(o *schema.Object, usable *access.FieldSet, text string) (*row.Search, error) {
	terms, err := termsOf("search", text)
	if err != nil || len(terms) == 0 {
		return nil, err
	}
	fields := searchFields(o, usable)
	if len(fields) == 0 {
		return nil, fault.Field("search", "You can't read any searchable field of %s", o.Plural)
	}
	return &row.Search{Fields: fields, Terms: terms}, nil
}

// termsOf takes apart what was typed: a phone number, however it is written, is one term,
// otherwise each word is.
func termsOf(parameter, text string) ([]row.Term, error) {
	text = strings.TrimSpace(text)
	if n := utf8.RuneCountInString(text); n > maxSearch {
		return nil, fault.Field(parameter, "A search is limited to %d characters; this one has %d", maxSearch, n)
	}
	if digits := phonenumber.Digits(text); digits != "" {
		return []row.Term{{Text: text, Digits: digits}}, nil
	}
	var out []row.Term
	for word := range strings.FieldsSeq(text) {
		out = append(out, row.Term{Text: word, Digits: phonenumber.Digits(word)})
	}
	if len(out) > maxTerms {
		return nil, fault.Field(parameter, "A search is limited to %d words; this one has %d", maxTerms, len(out))
	}
	return out, nil
}
