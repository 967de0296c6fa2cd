package projection

import (
	"slices"

	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// Route says who may see a record, by the object's rule.
func Route(o *schema.Object, r row.Record, names *Resolved) entry.Route {
	rule := o.Route
	out := entry.Route{Owner: ownerOf(o, r)}
	switch {
	case out.Owner == "":
	case o.Role == schema.Person: // the teams of this version; what teams say of it may be newer
		out.Teams = union(r.Lookups(o.Granting(schema.GrantsTeams)), nil)
	default:
		out.Teams = union(names.teams[out.Owner], names.memberOf[out.Owner])
	}
	if rule.Members != "" {
		out.Members = r.Lookups(rule.Members)
	}
	if rule.Candidates != "" {
		out.Candidates = r.Lookups(rule.Candidates)
	}
	if rule.Private != "" {
		out.Private, _ = r.Bool(rule.Private)
	}
	if rule.Shared != "" {
		out.Shared = r.Text(rule.Shared)
	}
	if rule.About != "" {
		out.About = r.Text(rule.About)
	}
	if rule.App != "" {
		out.App = r.Lookup(rule.App)
	}
	switch rule.Thread {
	case "":
	case "id":
		out.Thread = r.ID
	default:
		out.Thread = r.Lookup(rule.Thread)
	}
	if rule.Inherit != "" {
		from := names.parents[o.Field(rule.Thread).Target][out.Thread]
		out.Members, out.Private = from.members, from.private
	}
	return out
}

// union joins two lists of ids, sorted, without doubles.
func union(a, b []id.ID) []id.ID {
	if len(a)+len(b) == 0 {
		return nil
	}
	out := slices.Concat(a, b)
	slices.Sort(out)
	return slices.Compact(out)
}

// ownerOf returns the user a record belongs to, "" for none.
func ownerOf(o *schema.Object, r row.Record) id.ID {
	if o.Route.Owner == "id" {
		return r.ID
	}
	return r.Lookup(o.Route.Owner)
}
