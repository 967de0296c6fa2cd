package tables

import (
	"fmt"

	"switchboard/storage/schema"
)

// People are where an organization's users and teams lie: the teams of a record's owner
// are part of every route (entry.Route). A user is in the teams he names and in those
// that name him. Tables and fields are quoted.
type People struct {
	users, names  string // the table of users, and its field that names teams
	teams, member string // the table of teams, and its field that names users
}

// newPeople finds users and teams in a registry, nil if it lacks one of them.
func newPeople(schemaName string, registry *schema.Registry) *People {
	user, team := registry.Role(schema.Person), registry.Role(schema.Team)
	if user == nil || team == nil {
		return nil
	}
	in := Quote(schemaName) + "."
	return &People{
		users: in + Quote(user.APIName), names: Quote(user.Granting(schema.GrantsTeams)),
		teams: in + Quote(team.APIName), member: Quote(team.Granting(schema.GrantsMembers)),
	}
}

// teamsOf are two columns: the teams that the user of an alias names, and those that
// name him.
func (p *People) teamsOf(user string) string {
	teams, memberOf := p.columns(user)
	return teams + ", " + memberOf
}

func (p *People) columns(user string) (teams, memberOf string) {
	return user + "." + p.names, fmt.Sprintf("ARRAY(SELECT m.id FROM %[2]s m WHERE m.%[3]s @> ARRAY[%[1]s.id] AND m.deleted_date IS NULL)", user, p.teams, p.member)
}

// InTeams are the users who are in one of the teams that the argument holds.
func (p *People) InTeams(ids string) string {
	return fmt.Sprintf("SELECT u.id FROM %[1]s u WHERE u.%[2]s && %[5]s"+
		" UNION ALL SELECT unnest(m.%[4]s) FROM %[3]s m WHERE m.id = ANY(%[5]s) AND m.deleted_date IS NULL",
		p.users, p.names, p.teams, p.member, ids)
}

// grants reports whether a field says who is in which team or supervises it, or who administers
// which app.
func grants(f *schema.Field) bool {
	return f.Grants == schema.GrantsTeams || f.Grants == schema.GrantsMembers || f.Grants == schema.GrantsSupervisors || f.Grants == schema.GrantsAdministration
}
