package access

import (
	"slices"
	"strings"

	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/schema"
)

// The rights to an object that can be explained.
const (
	RightCreate = "create"
	RightRead   = "read"
	RightUpdate = "update"
	RightDelete = "delete"
)

// Question asks for one right of somebody.
type Question struct {
	Object *schema.Object
	Right  string // RightCreate, RightRead, RightUpdate or RightDelete
	// Field is the field that is asked for, nil for the record itself.
	Field *schema.Field
	// Route is that of the record that is asked for, nil for any one.
	Route *entry.Route
	// Registry has all objects; nil if none is about another (schema.RouteRule.About).
	Registry *schema.Registry
	// Teams names the teams of the user that is asked about; nil if they are not named.
	Teams map[id.ID]string
}

// Where rights come from, and what keeps them from somebody.
const (
	FromBase           = "base"
	FromSuperuser      = "superuser"
	FromAdministration = "administration" // of apps
	FromSet            = "permission_set"
	FromObject         = "object" // applies to the object or field, for anyone with the right
	FromPerson         = "person" // applies to the user in question
)

// Reason says of one source whether it gives the right that was asked for.
type Reason struct {
	Source string `json:"source"` // FromBase …
	// Permission is the permission set, "" for other sources.
	Permission id.ID  `json:"permission,omitempty"`
	Gives      bool   `json:"gives"`
	Text       string `json:"text"` // a sentence
}

// LabelledSet is a permission set as an explanation names it; without id and name where
// the reader may not know them.
type LabelledSet struct {
	PermissionSet
	ID   id.ID
	Name string
}

// Explanation reports whether somebody holds a right, and why.
type Explanation struct {
	Allowed bool     `json:"allowed"`
	Because []Reason `json:"because"`
}

// Explain answers a question about the user of the inputs, who has the sets, by the rules of
// Build: each source that grants the right, each set that does not and why, and what forbids it
// nevertheless.
func Explain(in Inputs, sets []LabelledSet, q Question) Explanation {
	p := Principal{Superuser: in.Superuser}
	for i := range sets {
		p.system = append(p.system, sets[i].System...)
	}
	in.Sets = nil
	for i := range sets {
		in.Sets = append(in.Sets, sets[i].PermissionSet)
	}
	x := explainer{Question: q, builder: builder{registry: q.Registry, in: in}}
	if q.Registry != nil && q.Object.Route.About != "" {
		x.builder.findReadable()
		x.about = x.builder.about(q.Object)
	}
	out := Explanation{Because: []Reason{}}
	add := func(source string, set id.ID, gives bool, text string) {
		out.Allowed = out.Allowed || gives
		out.Because = append(out.Because, Reason{Source: source, Permission: set, Gives: gives, Text: text})
	}
	if gives, other := x.asks(baseParts(q.Object), q.Object.BaseCreate); gives || other != "" {
		add(FromBase, "", gives, x.said("Everybody may "+x.what(), gives, other))
	}
	if in.Superuser {
		gives, other := x.asks(superuserParts(q.Object), superuserCreates(q.Object))
		add(FromSuperuser, "", gives, x.said("A superuser may "+x.what(), gives, other))
	}
	if q.Object.Route.App != "" && !in.Superuser {
		if gives, other := x.asks(appParts(q.Object), superuserCreates(q.Object)); gives || other != "" {
			gives = gives && len(in.Apps) > 0
			add(FromAdministration, "", gives, x.saidOfApps(gives, len(in.Apps) > 0))
		}
	}
	for i := range sets {
		set := &sets[i]
		gives, other := x.asks(set.parts(q.Object), set.creates(q.Object))
		switch {
		case gives || other != "":
			add(FromSet, set.ID, gives, x.said(set.label()+" lets one "+x.what(), gives, other))
		case x.leftOut(set.PermissionSet):
			add(FromSet, set.ID, false, set.label()+" lists the fields that it gives of "+x.plural()+"; "+q.Field.Title+" is not among them.")
		default:
			add(FromSet, set.ID, false, set.label()+" does not let one "+x.what()+".")
		}
	}
	if why := x.forbids(&p, out.Allowed); why != "" {
		out.Allowed = false
		out.Because = append(out.Because, Reason{Source: FromObject, Text: why})
	}
	if len(out.Because) == 0 {
		add(FromObject, "", false, "Nobody may "+x.what()+" without a permission set that says so, and there is none.")
	}
	return out
}

func (s *LabelledSet) label() string {
	if s.Name == "" {
		return "A permission set"
	}
	return "The permission set " + s.Name
}

type explainer struct {
	Question

	builder builder
	about   []string
}

// asks reports whether a source gives the right, and for which rows: where a record is asked
// about and the right is for others alone, for those.
func (x *explainer) asks(parts []part, creates []string) (gives bool, rows string) {
	if x.Right == RightCreate {
		return creates != nil && !x.Object.Singleton && (x.Field == nil || slices.Contains(creates, x.Field.Name)), ""
	}
	var all []string
	for _, p := range parts {
		if !x.holds(p) {
			continue
		}
		g := grant{relation: p.relation, ids: x.builder.ids(p.relation), about: x.about}
		if x.Route != nil && g.matches(x.Route) {
			return true, x.rows(p.relation)
		}
		all = append(all, x.rows(p.relation))
	}
	return x.Route == nil && len(all) > 0, strings.Join(all, " or ")
}

// rows says which rows a relation is about, with the teams through which it gives them: of
// a record those that its owner is in too.
func (x *explainer) rows(relation string) string {
	words := relationWords[relation]
	if relation != schema.ToTeam && relation != schema.ToTeamShared {
		return words
	}
	var names []string
	for _, team := range x.builder.in.Teams {
		if name := x.Teams[team]; name != "" && (x.Route == nil || slices.Contains(x.Route.Teams, team)) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return words
	}
	slices.Sort(names)
	return words + " (" + strings.Join(names, ", ") + ")"
}

// holds reports whether a part gives the right in the rows that it is about.
func (x *explainer) holds(p part) bool {
	fields := p.read
	switch x.Right {
	case RightDelete:
		return p.remove && x.Object.Deletable()
	case RightUpdate:
		fields = p.update
	}
	if x.Field == nil {
		return len(fields) > 0
	}
	return slices.Contains(fields, x.Field.Name)
}

// leftOut reports whether a set gives the right, but not for this field.
func (x *explainer) leftOut(set PermissionSet) bool {
	if x.Field == nil {
		return false
	}
	record := *x
	record.Field = nil
	gives, other := record.asks(set.parts(x.Object), set.creates(x.Object))
	return gives || other != ""
}

// hidesName says that the field repeats names that may not be read, "" if it does not.
func (x *explainer) hidesName(given bool) string {
	if !given || x.Field == nil || x.Field.Repeats == "" || x.Registry == nil || !slices.Contains(x.builder.hiddenNames(x.Object), x.Field.Name) {
		return ""
	}
	return x.Field.Title + " of " + x.plural() + " repeats names of " + strings.ToLower(x.Registry.Original(x.Object, x.Field).Plural) + ", which one may not read in all rows."
}

// forbids says what keeps the right from who has been given it, "" for nothing.
func (x *explainer) forbids(p *Principal, given bool) string {
	if x.Right == RightRead {
		return x.hidesName(given)
	}
	if x.Right == RightDelete && x.Object.Kept != "" {
		return x.Object.Kept
	}
	if x.Object.SuperuserOnly && !given && (x.Right != RightUpdate || !x.Object.Shared()) {
		return fault.From(onlySuperusers(x.Object)).Detail + "."
	}
	if err := p.mayWrite(x.Object); err != nil {
		return fault.From(err).Detail + "."
	}
	switch f := x.Field; {
	case f == nil || x.Right == RightDelete:
		return ""
	case f.Protected && !p.Has(AdministerUsers):
		return f.Title + " takes the system right " + AdministerUsers + "."
	case f.SuperuserOnly && !p.Superuser:
		return f.Title + " is a superuser's to set."
	case !f.Settable():
		return f.Title + " is nobody's to set: the product does."
	default:
		return ""
	}
}

// said is the sentence of a source, with the rows that it is about.
func (x *explainer) said(begin string, gives bool, rows string) string {
	switch {
	case rows == "":
		return begin + "."
	case gives:
		return begin + ": " + rows + "."
	default:
		return begin + ", but only " + rows + "; this is none of them."
	}
}

// saidOfApps is the sentence of the apps that somebody administers, or not.
func (x *explainer) saidOfApps(gives, administers bool) string {
	begin := "Administrators of apps may " + x.what()
	if !administers {
		return begin + " that belong to their apps; one administers none."
	}
	return x.said(begin, gives, relationWords[schema.ToApp])
}

// what names the right, as in "read Phone of contacts".
func (x *explainer) what() string {
	switch {
	case x.Field == nil:
		return x.Right + " " + x.plural()
	case x.Right == RightCreate:
		return "give " + x.Field.Title + " to new " + x.plural()
	default:
		return x.Right + " " + x.Field.Title + " of " + x.plural()
	}
}

func (x *explainer) plural() string { return strings.ToLower(x.Object.Plural) }

// relationWords say which rows a relation is about.
var relationWords = map[string]string{
	schema.ToAll:       "all that are not private",
	schema.ToOwner:     "those that one owns",
	schema.ToTeam:      "those that somebody of one's teams owns",
	schema.ToMember:    "those that name one as a member",
	schema.ToCandidate: "those that ring for one",

	schema.ToShared:     "those that are shown to everybody",
	schema.ToTeamShared: "those that somebody of one's teams shows his teams",

	schema.ToApp: "those of the apps that one administers",
}
