package packages

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/pg/pool"
	"switchboard/storage/row"
)

// Packages keeps what is known of apps across organizations.
type Packages struct{ pool *pool.Pool }

// New makes the packages of a database.
func New(db *pool.Pool) *Packages { return &Packages{pool: db} }

// LockDeploying waits for every other deployment to an organization, until the end of the
// transaction.
func (s *Packages) LockDeploying(ctx context.Context, organization id.ID) error {
	var none string
	return s.pool.Failure(s.pool.Source(ctx).QueryRow(ctx, "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))::text", "deployment "+organization.String()).Scan(&none))
}

// AddAppVersion publishes the next version of an app and returns its number.
func (s *Packages) AddAppVersion(ctx context.Context, v row.AppVersion) (n int, err error) {
	err = s.pool.Source(ctx).QueryRow(ctx, `INSERT INTO core.app_version (organization_id, app_id, version, package, digest, by_user)
		SELECT $1, $2, coalesce(max(version), 0) + 1, $3, $4, nullif($5, '')::uuid FROM core.app_version WHERE organization_id = $1 AND app_id = $2
		RETURNING version`, string(v.Organization), string(v.App), []byte(v.Package), v.Digest, string(v.By)).Scan(&n)
	return n, s.pool.Failure(err)
}

const versionColumns = "organization_id::text, app_id::text, version, package, digest, coalesce(by_user::text, ''), at"

func scanVersion(r pgx.CollectableRow) (v row.AppVersion, err error) {
	return v, r.Scan(&v.Organization, &v.App, &v.Version, &v.Package, &v.Digest, &v.By, &v.At)
}

// AppVersions lists the newest versions of an app, the newest first.
func (s *Packages) AppVersions(ctx context.Context, organization, app id.ID, limit int) ([]row.AppVersion, error) {
	rows, err := s.pool.Source(ctx).Query(ctx, "SELECT "+versionColumns+" FROM core.app_version WHERE organization_id = $1 AND app_id = $2 ORDER BY version DESC LIMIT $3",
		string(organization), string(app), limit)
	if err != nil {
		return nil, s.pool.Failure(err)
	}
	list, err := pgx.CollectRows(rows, scanVersion)
	return list, s.pool.Failure(err)
}

// AddDeployment remembers a deployment, in the transaction that made it.
func (s *Packages) AddDeployment(ctx context.Context, d row.AppDeployment) error {
	var n int64
	return s.pool.Failure(s.pool.Source(ctx).QueryRow(ctx, `WITH made AS (
			INSERT INTO core.app_deployment (organization_id, id, app_id, source_id, kind, version, plan, before, by_user)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, nullif($9, '')::uuid) RETURNING 1
		) SELECT count(*) FROM made`, string(d.Organization), string(d.ID), string(d.App), string(d.Source), d.Kind, d.Version,
		[]byte(d.Plan), []byte(d.Before), string(d.By)).Scan(&n))
}

const deploymentColumns = "organization_id::text, id::text, app_id::text, source_id::text, kind, version, plan, before, coalesce(by_user::text, ''), at, undone"

func scanDeployment(r pgx.CollectableRow) (d row.AppDeployment, err error) {
	return d, r.Scan(&d.Organization, &d.ID, &d.App, &d.Source, &d.Kind, &d.Version, &d.Plan, &d.Before, &d.By, &d.At, &d.Undone)
}

// Deployments lists the newest deployments of an app in an organization, the newest first.
func (s *Packages) Deployments(ctx context.Context, organization, app id.ID, limit int) ([]row.AppDeployment, error) {
	rows, err := s.pool.Source(ctx).Query(ctx, "SELECT "+deploymentColumns+" FROM core.app_deployment WHERE organization_id = $1 AND app_id = $2 ORDER BY at DESC, id DESC LIMIT $3",
		string(organization), string(app), limit)
	if err != nil {
		return nil, s.pool.Failure(err)
	}
	list, err := pgx.CollectRows(rows, scanDeployment)
	return list, s.pool.Failure(err)
}

// UndoDeployment marks a deployment as rolled back; fault.Conflict where it was before.
func (s *Packages) UndoDeployment(ctx context.Context, organization, deployment id.ID) error {
	var n int
	err := s.pool.Source(ctx).QueryRow(ctx, "UPDATE core.app_deployment SET undone = true WHERE organization_id = $1 AND id = $2 AND NOT undone RETURNING 1",
		string(organization), string(deployment)).Scan(&n)
	if errors.Is(err, pgx.ErrNoRows) {
		return fault.New(fault.Conflict, "This deployment was rolled back already.")
	}
	return s.pool.Failure(err)
}

// Subscribe remembers that an organization installed an app, or by which version it has it now.
func (s *Packages) Subscribe(ctx context.Context, of row.AppSubscriber) error {
	var n int64
	return s.pool.Failure(s.pool.Source(ctx).QueryRow(ctx, `WITH made AS (
			INSERT INTO core.app_subscriber (source_id, app_id, organization_id, user_id, version, detail) VALUES ($1, $2, $3, $4, $5, $6)
			ON CONFLICT (source_id, app_id, organization_id) DO UPDATE SET user_id = excluded.user_id, version = excluded.version, detail = excluded.detail, at = now()
			RETURNING 1
		) SELECT count(*) FROM made`, string(of.Source), string(of.App), string(of.Organization), string(of.User), of.Version, of.Detail).Scan(&n))
}

const subscriberSQL = `SELECT s.source_id::text, s.app_id::text, s.organization_id::text, coalesce(o.name, ''), s.user_id::text, s.version, s.detail, s.at
	FROM core.app_subscriber s JOIN core.organization o ON o.id = s.organization_id WHERE `

func scanSubscriber(r pgx.CollectableRow) (of row.AppSubscriber, err error) {
	return of, r.Scan(&of.Source, &of.App, &of.Organization, &of.Name, &of.User, &of.Version, &of.Detail, &of.At)
}

// Subscribers lists the organizations that installed an app, by their ids, after one of them.
func (s *Packages) Subscribers(ctx context.Context, source, app, after id.ID, limit int) ([]row.AppSubscriber, error) {
	rows, err := s.pool.Source(ctx).Query(ctx, subscriberSQL+"s.source_id = $1 AND s.app_id = $2 AND ($3 = '' OR s.organization_id > nullif($3, '')::uuid) ORDER BY s.organization_id LIMIT $4",
		string(source), string(app), string(after), limit)
	if err != nil {
		return nil, s.pool.Failure(err)
	}
	list, err := pgx.CollectRows(rows, scanSubscriber)
	return list, s.pool.Failure(err)
}

// AddInstallCode stores a code by its hash.
func (s *Packages) AddInstallCode(ctx context.Context, c row.AppInstallCode) error {
	var n int64
	return s.pool.Failure(s.pool.Source(ctx).QueryRow(ctx, `WITH made AS (
			INSERT INTO core.app_install_code (code_hash, organization_id, app_id, by_user, expires) VALUES ($1, $2, $3, nullif($4, '')::uuid, $5) RETURNING 1
		) SELECT count(*) FROM made`, c.Hash, string(c.Organization), string(c.App), string(c.By), c.Expires).Scan(&n))
}

// UseInstallCode uses a code up: of several that try at once one succeeds. Unknown, used and
// expired codes are fault.NotFound.
func (s *Packages) UseInstallCode(ctx context.Context, hash string) (c row.AppInstallCode, err error) {
	c.Hash = hash
	err = s.pool.Source(ctx).QueryRow(ctx, `UPDATE core.app_install_code SET used = now() WHERE code_hash = $1 AND used IS NULL AND expires > now()
		RETURNING organization_id::text, app_id::text, coalesce(by_user::text, ''), expires`, hash).Scan(&c.Organization, &c.App, &c.By, &c.Expires)
	if errors.Is(err, pgx.ErrNoRows) {
		return c, fault.New(fault.NotFound, "This install code is unknown, was used before, or has expired. Ask for a new one.")
	}
	return c, s.pool.Failure(err)
}
