package hub_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/schema"
)

// The oracle decides, in the plainest way and without the product's code for
// permissions, rooms or projections, which changes a client must receive. It
// uses only the rules of docs/permissions.md and docs/realtime.md.

// oracle is what one client may know.
type oracle struct {
	registry *schema.Registry
	in       access.Inputs
	topics   []string
	expected []announced
	ended    bool

	began   access.Inputs // the inputs when the session began
	since   int64         // the position at which it began
	touched int64         // the newest entry that touched the user's permissions
	away    bool
	held    []string // the topics when the client disconnected
	before  int      // the number of events when the client disconnected
}

// leave records that the client disconnected, with its topics.
func (o *oracle) leave() {
	o.away, o.held, o.before = true, slices.Clone(o.topics), len(o.expected)
}

// comeBack records that the client has returned. Missed changes are replayed
// only if they are exactly what it would have received live; otherwise it
// starts over.
func (o *oracle) comeBack(recovered bool, head int64) {
	if o.away = false; !recovered {
		o.began, o.since = o.in, head
		o.expected = o.expected[:o.before]
		o.topics = slices.DeleteFunc(o.held, func(topic string) bool { return !o.mayFollow(topic) })
	}
}

// touches reports whether an entry changes the basis of the user's
// permissions: their own record, a set they hold, a team they are or were in.
func (o *oracle) touches(e *entry.Entry) bool {
	switch e.Object {
	case "user":
		return e.ID == o.in.User && (e.Changed("teams") || e.Changed("permissions"))
	case "permission":
		return slices.Contains(o.in.Permissions, e.ID)
	case "team":
		return bytes.Contains(e.After["members"], []byte(o.in.User))
	}
	return false
}

// announced is a change that a client must receive, or received.
type announced struct {
	Seq    int64
	Op     entry.Op
	Fields string // as JSON, in order of names
	Topics string // as JSON, in order
}

// oracleGrant is what a user has on an object: a relation, the fields that
// may be read and changed, and whether the record may be deleted.
type oracleGrant struct {
	relation       string
	fields, change map[string]bool
	remove         bool
}

func (o *oracle) grants(object string) []oracleGrant {
	schemaOf := o.registry.Object(object)
	all := map[string]bool{}
	for _, f := range schemaOf.Fields {
		if !f.Internal {
			all[f.Name] = true
		}
	}
	settable := map[string]bool{}
	for _, f := range schemaOf.Fields {
		if f.Settable() {
			settable[f.Name] = true
		}
	}
	var out []oracleGrant
	var change map[string]bool
	remove := false
	give := func(fields map[string]bool, relations ...string) {
		for _, r := range relations {
			out = append(out, oracleGrant{r, fields, change, remove && schemaOf.Deletable()})
		}
	}
	switch object {
	case "user":
		give(setOf("id", "name", "version", "is_active", "is_program"), "all")
		change = setOf("settings", "availability", "first_name", "last_name", "do_not_disturb", "phone", "time_zone")
		give(all, "owner")
	case "call":
		give(all, "candidate")
		change = setOf("disposition", "notes", "contact")
		give(all, "owner")
	case "chat":
		change = setOf("name", "status", "members", "topic")
		give(all, "member")
	case "chat_message":
		give(all, "member")
	}
	if o.in.Superuser {
		change, remove = settable, true
		give(all, "all", "member")
	}
	for _, set := range o.in.Sets {
		if !set.Objects[object].Read {
			continue
		}
		fields := all
		if list, ok := set.Fields[object]; ok {
			fields = map[string]bool{"id": true, "version": true}
			for name := range all {
				if list[name].Read || list[access.AllFields].Read {
					fields[name] = true
				}
			}
		}
		change, remove = map[string]bool{}, set.Objects[object].Delete && !schemaOf.SuperuserOnly
		for name := range settable {
			list, listed := set.Fields[object]
			if set.Objects[object].Update && !schemaOf.SuperuserOnly && (!listed || list[name].Update) {
				change[name] = true
			}
		}
		switch set.Scopes[object] {
		case access.ScopeAll:
			give(fields, "all", "member")
		case access.ScopeTeam:
			give(fields, "team", "owner", "member", "candidate")
		default:
			give(fields, "owner", "member", "candidate")
		}
	}
	for _, f := range schemaOf.Fields { // a repeated name is as hidden as the name itself
		if f.Repeats == "" || o.readsNames(o.registry.Original(schemaOf, f).APIName) {
			continue
		}
		for i := range out {
			out[i].fields = maps.Clone(out[i].fields)
			delete(out[i].fields, f.Name)
		}
	}
	return out
}

func setOf(names ...string) map[string]bool {
	out := map[string]bool{}
	for _, name := range names {
		out[name] = true
	}
	return out
}

// holds reports whether a grant covers a row.
func (o *oracle) holds(g oracleGrant, route entry.Route) bool {
	switch g.relation {
	case "all":
		return !route.Private
	case "owner":
		return !route.Private && route.Owner == o.in.User
	case "team":
		return !route.Private && slices.ContainsFunc(o.in.Teams, func(mine id.ID) bool { return slices.Contains(route.Teams, mine) })
	case "member":
		return slices.Contains(route.Members, o.in.User)
	case "candidate":
		return slices.Contains(route.Candidates, o.in.User)
	}
	return false
}

// sees returns the fields of a row that the user may read, or nil.
func (o *oracle) sees(object string, route entry.Route) map[string]bool {
	seen := map[string]bool{}
	for _, g := range o.grants(object) {
		if o.holds(g, route) {
			maps.Copy(seen, g.fields)
		}
	}
	if len(seen) == 0 {
		return nil
	}
	return seen
}

// may returns what may be done with a row, or "" if no row of the object
// permits more.
func (o *oracle) may(object string, route entry.Route) string {
	change, most, remove, everRemove := map[string]bool{}, map[string]bool{}, false, false
	for _, g := range o.grants(object) {
		maps.Copy(most, g.change)
		everRemove = everRemove || g.remove
		if o.holds(g, route) {
			maps.Copy(change, g.change)
			remove = remove || g.remove
		}
	}
	if maps.Equal(change, most) && remove == everRemove {
		return ""
	}
	names, _ := json.Marshal(append([]string{}, slices.Sorted(maps.Keys(change))...))
	return fmt.Sprintf(`{"update":%s,"delete":%v}`, names, remove)
}

// readsNames reports whether the names of all rows of an object may be read.
func (o *oracle) readsNames(object string) bool {
	for _, g := range o.grants(object) {
		if g.relation == "all" && g.fields[o.registry.Object(object).NameField] {
			return true
		}
	}
	return false
}

// mayFollow reports whether the user's permissions can show anything of a
// topic.
func (o *oracle) mayFollow(topic string) bool {
	parts := strings.Split(topic, ":")
	var object string
	switch parts[0] {
	case "object", "record":
		object = parts[1]
	case "conversation":
		object = "twilio_conversation"
	case "chat":
		object = "chat"
	case "calls":
		if len(parts) == 1 {
			return true
		}
		object = "call"
	default:
		return true
	}
	return len(o.grants(object)) > 0
}

// belongs reports whether an entry is announced in a topic to this user.
func (o *oracle) belongs(e *entry.Entry, topic string) bool {
	me, before, after := o.in.User, e.Route.Before, e.Route.After
	switch topic {
	case "object:" + e.Object, "record:" + e.Object + ":" + e.ID.String():
		return true
	case "calls:all":
		return e.Object == "call"
	case "calls":
		rings := func(r entry.Route) bool { return r.Owner == me || slices.Contains(r.Candidates, me) }
		return e.Object == "call" && (rings(before) || rings(after))
	case "feed":
		return slices.Contains([]string{"contact", "call", "twilio_message", "chat_message", "note"}, e.Object)
	case "me":
		switch e.Object {
		case "user":
			return e.ID == me
		case "permission", "team":
			return true
		case "chat", "twilio_conversation":
			counts := slices.ContainsFunc([]string{"last_number", "read_number", "read_numbers", "unread_replies"}, e.Changed)
			return counts || e.Op != entry.Updated || !before.Equal(after) || e.Object == "chat" && e.Changed("status")
		}
		return false
	}
	for _, thread := range []id.ID{before.Thread, after.Thread} {
		switch {
		case thread == "":
		case strings.HasPrefix(e.Object, "twilio_") && topic == "conversation:"+thread.String(),
			strings.HasPrefix(e.Object, "chat") && topic == "chat:"+thread.String():
			return true
		}
	}
	return false
}

// take records what the client must receive of an entry.
func (o *oracle) take(e *entry.Entry) {
	if o.touches(e) {
		o.touched = e.Seq
	}
	if o.ended {
		return
	}
	var before, after map[string]bool
	if e.Op != entry.Created {
		before = o.sees(e.Object, e.Route.Before)
	}
	if e.Op != entry.Removed {
		after = o.sees(e.Object, e.Route.After)
	}
	op, fields, whole := entry.Updated, e.Record, true
	switch {
	case before == nil && after == nil:
		return
	case after == nil:
		op, fields = entry.Removed, nil
	case before == nil:
		op = entry.Created
	case !maps.Equal(before, after):
	case slices.Contains([]string{"call", "chat", "twilio_conversation"}, e.Object) && !e.Route.Before.Equal(e.Route.After):
		// a user who is named now may never have held it
	default:
		visible := false
		for name := range e.After {
			visible = visible || after[name] && !slices.Contains([]string{"version", "modified_date", "modified_by", "updated_by"}, name)
		}
		if !visible && o.may(e.Object, e.Route.Before) == o.may(e.Object, e.Route.After) {
			return
		}
		fields, whole = e.After, false
	}
	extra := ""
	if after != nil {
		extra = o.may(e.Object, e.Route.After)
		switch {
		case before == nil:
		case o.may(e.Object, e.Route.Before) == extra && !whole:
			extra = ""
		case o.may(e.Object, e.Route.Before) != extra && extra == "":
			extra = "null"
		}
	}
	named := o.named(e, before, after, whole)
	if !slices.ContainsFunc(o.topics, func(topic string) bool { return slices.Contains(named, topic) && o.belongs(e, topic) }) {
		return
	}
	o.expected = append(o.expected, announced{e.Seq, op, o.show(e.Object, fields, after, extra), canonicalList(named)})
	if op == entry.Removed {
		o.topics = slices.DeleteFunc(o.topics, func(topic string) bool {
			return topic == "record:"+e.Object+":"+e.ID.String() ||
				e.Object == "chat" && topic == "chat:"+e.ID.String() ||
				e.Object == "twilio_conversation" && topic == "conversation:"+e.ID.String()
		})
	}
}

// named returns the topics that a packet may name: a thread's only if the
// user may read the record's thread, and me only if the packet has a readable
// count.
func (o *oracle) named(e *entry.Entry, before, after map[string]bool, whole bool) []string {
	list := []string{"object:" + e.Object, "record:" + e.Object + ":" + e.ID.String()}
	thread := func(record id.ID, fields map[string]bool) {
		field, kind := "conversation", "conversation:"
		if strings.HasPrefix(e.Object, "chat") {
			field, kind = "chat", "chat:"
		}
		itself := e.Object == "chat" || e.Object == "twilio_conversation"
		if record != "" && (itself || fields[field]) && !slices.Contains(list, kind+record.String()) {
			list = append(list, kind+record.String())
		}
	}
	switch e.Object {
	case "chat", "chat_message", "twilio_conversation", "twilio_participant", "twilio_message":
		thread(e.Route.Before.Thread, before)
		thread(e.Route.After.Thread, after)
	case "call":
		list = append(list, "calls", "calls:all")
	}
	counts := slices.ContainsFunc([]string{"status", "unread_messages", "last_number", "read_number", "read_numbers", "unread_replies"}, func(field string) bool {
		return e.Changed(field) && after[field]
	})
	if o.belongs(e, "me") || e.Object == "user" {
		if whole || counts || e.Object == "user" || e.Object == "permission" || e.Object == "team" {
			list = append(list, "me")
		}
	}
	if o.belongs(e, "feed") {
		list = append(list, "feed")
	}
	return list
}

func canonicalList(list []string) string {
	list = slices.Clone(list)
	slices.Sort(list)
	return strings.Join(list, " ")
}

// show returns the readable fields, without hidden names, and what may be
// done with the record if that is sent.
func (o *oracle) show(object string, fields entry.Fields, readable map[string]bool, may string) string {
	shown := map[string]json.RawMessage{}
	if may != "" {
		shown["rights"] = json.RawMessage(may)
	}
	for name, value := range fields {
		f := o.registry.Object(object).Field(name)
		if !readable[name] {
			continue
		}
		if f.Target != "" && !o.readsNames(f.Target) {
			var reference map[string]string
			if json.Unmarshal(value, &reference) == nil {
				delete(reference, "name")
				value, _ = json.Marshal(reference)
			}
		}
		shown[name] = value
	}
	return canonicalJSON(shown)
}

// canonicalJSON encodes equal fields as equal texts.
func canonicalJSON(fields map[string]json.RawMessage) string {
	raw, _ := json.Marshal(fields) // keys of maps are sorted
	var b bytes.Buffer
	_ = json.Compact(&b, raw)
	return b.String()
}
