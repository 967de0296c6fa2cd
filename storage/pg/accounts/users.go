package accounts

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/pg/tables"
	"switchboard/storage/schema"
)

// userInputsSQL reads a user, his teams (those he names, those that name him and those
// that he supervises), the apps
// that he administers and whether his account may sign in at all. A registry may be
// without apps: then their table is nil.
func userInputsSQL(user, team, app *tables.Table) string {
	apps := "'{}'::text[]"
	if app != nil {
		administrators := app.Column(app.Object.Granting(schema.GrantsAdministration)).Name
		apps = "ARRAY(SELECT p.id::text FROM " + app.Name + " p WHERE p.deleted_date IS NULL AND p." + administrators + " @> ARRAY[u.id] ORDER BY p.id)"
	}
	supervised := ""
	if field := team.Object.Granting(schema.GrantsSupervisors); field != "" {
		supervised = " OR t." + tables.Quote(field) + " @> ARRAY[u.id]"
	}
	return `
SELECT coalesce(u.name, ''), coalesce(u.is_superuser, false),
       coalesce(u.is_active, true) AND coalesce((
         SELECT a.is_active FROM core.membership m JOIN core.account a ON a.id = m.account_id WHERE m.id = u.id), true),
       ARRAY(SELECT t.id::text FROM ` + team.Name + ` t
             WHERE t.deleted_date IS NULL AND (t.id = ANY (u.teams) OR t.members @> ARRAY[u.id]` + supervised + `) ORDER BY t.id),
       coalesce(u.permissions::text[], '{}'), ` + apps + `
FROM ` + user.Name + ` u WHERE u.id = $1 AND u.deleted_date IS NULL`
}

func permissionSetsSQL(permission *tables.Table) string {
	return `SELECT id::text, object_permissions, object_field_permissions, scopes, coalesce(system, '{}')
FROM ` + permission.Name + ` WHERE id = ANY ($1) AND deleted_date IS NULL ORDER BY id`
}

// UserInputs reads what a user's rights are built from. active is false for a
// user, or an account, that was deactivated. A permission set that can't be read
// grants nothing, and the log says so. fault.NotFound.
func (s *Accounts) UserInputs(ctx context.Context, organization, user id.ID) (inputs access.Inputs, active bool, err error) {
	of, err := s.tables.Of(ctx, organization)
	if err != nil {
		return access.Inputs{}, false, err
	}
	unknown := fault.New(fault.NotFound, "There is no such user.")
	if !user.Valid() {
		return access.Inputs{}, false, unknown
	}
	inputs = access.Inputs{Organization: organization, User: user}
	var sets []string
	err = s.pool.QueryRow(ctx, userInputsSQL(of.With(schema.Person), of.With(schema.Team), of.With(schema.App)), string(user)).
		Scan(&inputs.Name, &inputs.Superuser, &active, &inputs.Teams, &sets, &inputs.Apps)
	if errors.Is(err, pgx.ErrNoRows) {
		return access.Inputs{}, false, unknown
	}
	if err != nil {
		return access.Inputs{}, false, s.pool.Failure(err)
	}
	inputs.Permissions = make([]id.ID, len(sets))
	for i, set := range sets {
		inputs.Permissions[i] = id.ID(set)
	}
	if len(sets) > 0 {
		if inputs.Sets, err = s.permissionSets(ctx, of.With(schema.PermissionSet), sets); err != nil {
			return access.Inputs{}, false, s.pool.Failure(err)
		}
	}
	return inputs, active, nil
}

func (s *Accounts) permissionSets(ctx context.Context, permission *tables.Table, ids []string) (sets []access.PermissionSet, err error) {
	rows, err := s.pool.Query(ctx, permissionSetsSQL(permission), ids)
	if err != nil {
		return nil, err
	}
	var set id.ID
	var objects, fields, scopes []byte
	var system []string
	_, err = pgx.ForEachRow(rows, []any{&set, &objects, &fields, &scopes, &system}, func() error {
		parsed, err := access.ParsePermissionSet(objects, fields, scopes, append([]string(nil), system...))
		if err != nil {
			s.pool.Log.ErrorContext(ctx, "a permission set is unreadable and grants nothing", "permission", set, "error", err)
			return nil
		}
		sets = append(sets, parsed)
		return nil
	})
	return sets, err
}
