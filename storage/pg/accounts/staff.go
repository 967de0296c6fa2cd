package accounts

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/id"
	"switchboard/storage/pg/tables"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// staffSQL reads an organization's users with what says who may sign in, and since when.
func staffSQL(user, permission, session *tables.Table) string {
	return `
SELECT u.id::text, coalesce(u.email, ''), coalesce(u.name, ''), coalesce(u.invitation, ''), a.id IS NOT NULL,
       coalesce(u.is_active, true) AND coalesce(a.is_active, true), coalesce(u.is_superuser, false),
       ARRAY(SELECT p.name FROM ` + permission.Name + ` p WHERE p.id = ANY (u.permissions) AND p.deleted_date IS NULL ORDER BY p.name),
       s.at
FROM ` + user.Name + ` u
LEFT JOIN core.membership m ON m.id = u.id LEFT JOIN core.account a ON a.id = m.account_id
LEFT JOIN (SELECT "user", max(created_date) AS at FROM ` + session.Name + ` GROUP BY "user") s ON s."user" = u.id
WHERE u.deleted_date IS NULL ORDER BY lower(u.name) COLLATE search.words, u.id`
}

// Staff lists the people of an organization by name; the users of programs are none.
func (s *Accounts) Staff(ctx context.Context, organization id.ID) ([]row.StaffMember, error) {
	of, err := s.tables.Of(ctx, organization)
	if err != nil {
		return nil, err
	}
	rows, err := s.pool.Query(ctx, staffSQL(of.With(schema.Person), of.With(schema.PermissionSet), of.With(schema.Session)))
	if err != nil {
		return nil, s.pool.Failure(err)
	}
	var out []row.StaffMember
	m := row.StaffMember{Organization: organization}
	var signedIn *time.Time
	_, err = pgx.ForEachRow(rows, []any{&m.User, &m.Email, &m.Name, &m.Invitation, &m.HasAccount, &m.IsActive, &m.IsSuperuser, &m.Permissions, &signedIn}, func() error {
		if row.IsProgram(m.Email) {
			return nil
		}
		one := m
		one.Permissions = append([]string(nil), m.Permissions...)
		if signedIn != nil {
			one.SignedIn = *signedIn
		}
		out = append(out, one)
		return nil
	})
	return out, s.pool.Failure(err)
}
