package schema

import (
	"fmt"
	"slices"
)

// Role says what an object's records are to the engine, which knows no object by its
// name. An object of no role is a plain record.
type Role string

// The roles. Those of people, teams, permission sets, sessions, definitions, apps, labels and choices have one object each
// at the most, and the fields that are named here.
const (
	// Person is a user: everybody owns his own record (Route.Owner is "id"). Where the
	// boolean is_active is false he may not be here.
	Person Role = "person"
	// Team lists people in its field with GrantsMembers: they see what the others own.
	Team Role = "team"
	// PermissionSet grants rights to those whose field with GrantsSets names it.
	PermissionSet Role = "permission_set"
	// Session is a sign-in. It ends when its date revoked_date is set.
	Session Role = "session"
	// Definition records are the objects that an organization has beside those of every
	// one, each in the JSON field definition (Own).
	Definition Role = "definition"
	// App records group what belongs together. The people in the field with
	// GrantsAdministration administer one.
	App Role = "app"
	// Label records are the entries of lists: each of a MultiList whose field is Labelled is
	// the value of one, which is made where there is none yet.
	Label Role = "label"
	// Choice records are options that an organization gives its pick-lists (OptionChoice).
	Choice Role = "choice"
	// Thread is a conversation: other records are part of it (Route.Thread is "id").
	Thread Role = "thread"
	// Part belongs to the thread that the lookup Route.Thread names.
	Part Role = "part"
	// Ongoing records go on for a while: those that are open are one list for everybody
	// whom they concern.
	Ongoing Role = "ongoing"
)

// single are the roles of which a registry has one object at the most.
var single = map[Role]bool{Person: true, Team: true, PermissionSet: true, Session: true, Definition: true, App: true, Label: true, Choice: true}

// The relations of a person to a record that rights can rest upon.
const (
	ToAll       = "all"
	ToOwner     = "owner"
	ToTeam      = "team"
	ToMember    = "member"
	ToCandidate = "candidate"
	// ToShared and ToTeamShared are to what its owner shows everybody, or his teams
	// (RouteRule.Shared).
	ToShared     = "shared"
	ToTeamShared = "team_shared"
	// ToApp is to what belongs to an app that one administers (RouteRule.App).
	ToApp = "app"
)

// The values of a field by which a record is shared (RouteRule.Shared).
const (
	SharedWithNobody       = "private"
	SharedWithTeam         = "team"
	SharedWithOrganization = "organization"
)

// Grant gives fields of the records to which a person stands in a relation.
type Grant struct {
	Relation string // ToAll …
	// Read and Update are names of fields; Read nil means all that are not internal.
	Read, Update []string
	// Delete lets the records be deleted.
	Delete bool
}

// Outside is what is kept elsewhere of a record.
type Outside struct {
	// Effect is the kind of the effect that deletes it there. Its payload is an object with
	// the record's Field, which names what is deleted.
	Effect string
	Field  string
}

// Mine says which changes of an object's records are told in a person's own topic, me.
type Mine struct {
	// Changes are the fields whose changes are told, beside who may see the record; nil
	// for every change.
	Changes []string
	// Shows are the fields from which a client takes what it shows there: who may read
	// none that changed is not told.
	Shows []string
}

// Command makes a derived or read-only field one that a client may write all the same: its
// value tells the record's owner what to do, who checks the right to it.
type Command struct {
	// Only is the one JSON text that says something, "" for any.
	Only string
}

// Says tells whether a JSON value is such a command.
func (c *Command) Says(raw []byte) bool { return c != nil && (c.Only == "" || c.Only == string(raw)) }

// checkFacts refuses an object whose role lacks what the engine reads of it.
func (r *Registry) checkFacts(o *Object) error {
	wrong := func(why string) error { return fmt.Errorf("schema: %s is a %s, but %s", o.APIName, o.Role, why) }
	if o.Topic != "" && r.byTopic[o.Topic] != nil {
		return fmt.Errorf("schema: %s and %s have the same topic %s", o.APIName, r.byTopic[o.Topic].APIName, o.Topic)
	}
	if named := o.Role == Thread || o.Role == Ongoing; named != (o.Topic != "") || named && !nameRule.MatchString(o.Topic) {
		return wrong(fmt.Sprintf("its topic is %q", o.Topic))
	}
	if part := o.Route.Thread != "" && o.Route.Thread != "id"; part != (o.Role == Part) || (o.Role == Thread) != (o.Route.Thread == "id") {
		return wrong(fmt.Sprintf("it routes by the thread %q", o.Route.Thread))
	}
	if lacks := o.lacks(); lacks != "" {
		return wrong(lacks)
	}
	if had := r.roles[o.Role]; had != nil && single[o.Role] {
		return wrong("so is " + had.APIName)
	}
	for _, fields := range o.factFields() {
		for _, name := range fields {
			if o.byName[name] == nil {
				return fmt.Errorf("schema: %s declares something of its field %q, which it lacks", o.APIName, name)
			}
		}
	}
	return nil
}

// lacks says what of an object its role needs is not there, "" for nothing.
func (o *Object) lacks() string {
	switch o.Role {
	case Person:
		if o.Route.Owner != "id" || !o.has("is_active", Boolean) || o.granting(GrantsTeams) == nil {
			return "it doesn't own itself, or lacks is_active or its teams"
		}
	case Team:
		if o.granting(GrantsMembers) == nil {
			return "no field of it makes members"
		}
	case Session:
		if !o.has("revoked_date", DateTime) {
			return "it has no revoked_date"
		}
	case Definition:
		if !o.has(DefinitionField, JSON) {
			return "it has no definition"
		}
	case App:
		if f := o.granting(GrantsAdministration); f == nil || !f.SuperuserOnly {
			return "no field of it, which superusers alone write, makes administrators"
		}
	case Label:
		if !o.has("value", Text) || !o.has(LabelKey, Text) || !o.byName[LabelKey].Unique || !o.has("label", Text) {
			return "it lacks value, label or its unique key"
		}
	case Choice:
		for _, name := range []string{ChoiceField, ChoiceValue, ChoiceLabel, ChoiceColor, ChoiceOrder, ChoiceActive} {
			if o.byName[name] == nil {
				return "it lacks " + name
			}
		}
		if !o.has(ChoiceObject, ObjectName) {
			return "it names no object"
		}
	case Ongoing:
		if o.Open == nil {
			return "nothing says which records are open"
		}
	case PermissionSet, Thread, Part:
	}
	return ""
}

// factFields lists the fields that an object's facts name.
func (o *Object) factFields() [][]string {
	lists := [][]string{o.Principal, o.BaseCreate}
	for _, g := range o.Base {
		lists = append(lists, g.Read, g.Update)
	}
	if o.Mine != nil {
		lists = append(lists, o.Mine.Changes, o.Mine.Shows)
	}
	return lists
}

func (o *Object) has(field string, t *FieldType) bool {
	f := o.byName[field]
	return f != nil && f.Type == t
}

func (o *Object) granting(g Grants) *Field {
	for _, f := range o.Fields {
		if f.Grants == g {
			return f
		}
	}
	return nil
}

// Granting finds the field whose values give rights of a kind, "" where there is none.
func (o *Object) Granting(g Grants) string {
	if f := o.granting(g); f != nil {
		return f.Name
	}
	return ""
}

// ChangesUse tells whether one of the fields changed that decide which features the
// organization uses.
func (o *Object) ChangesUse(changed func(field string) bool) bool {
	return slices.ContainsFunc(o.Fields, func(f *Field) bool { return f.Uses && changed(f.Name) })
}

// Role finds the object of a role of which there is one at the most, nil for none.
func (r *Registry) Role(role Role) *Object { return r.roles[role] }

// Is tells whether an object, by its api name, has a role.
func (r *Registry) Is(object string, role Role) bool {
	o := r.byName[object]
	return o != nil && o.Role == role
}

// ThreadOf finds the thread object of one that is a thread or part of one, nil for none.
func (r *Registry) ThreadOf(object string) *Object {
	o := r.byName[object]
	switch {
	case o == nil:
		return nil
	case o.Role == Thread:
		return o
	case o.Role == Part:
		return r.byName[o.byName[o.Route.Thread].Target]
	default:
		return nil
	}
}
