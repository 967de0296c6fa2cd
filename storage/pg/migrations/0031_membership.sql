-- Who is in which team was said by users and by teams, and both granted. From now on every
-- change writes both. Here each takes over what the other says: as both granted already,
-- nobody gains a right or loses one. Deleted teams are left out.

-- +goose Up
-- +goose StatementBegin
DO $$
DECLARE
  organization record;
  users text;
  teams text;
BEGIN
  FOR organization IN SELECT id FROM core.organization LOOP
    users := format('%I.%I', 'org_' || replace(organization.id::text, '-', ''), 'user');
    teams := format('%I.%I', 'org_' || replace(organization.id::text, '-', ''), 'team');
    CONTINUE WHEN to_regclass(users) IS NULL OR to_regclass(teams) IS NULL;
    EXECUTE format('CREATE TEMPORARY TABLE member ON COMMIT DROP AS
      SELECT u.id AS "user", t.id AS team FROM %1$s u JOIN %2$s t ON t.id = ANY (u.teams) OR t.members @> ARRAY[u.id]
      WHERE u.deleted_date IS NULL AND t.deleted_date IS NULL', users, teams);
    EXECUTE format('UPDATE %s u SET version = version + 1, teams = u.teams || lacking.teams
      FROM (SELECT m."user", array_agg(m.team ORDER BY m.team) AS teams FROM member m JOIN %1$s o ON o.id = m."user"
            WHERE NOT m.team = ANY (coalesce(o.teams, ''{}'')) GROUP BY m."user") AS lacking
      WHERE u.id = lacking."user"', users);
    EXECUTE format('UPDATE %s t SET version = version + 1, members = t.members || lacking.members
      FROM (SELECT m.team, array_agg(m."user" ORDER BY m."user") AS members FROM member m JOIN %1$s o ON o.id = m.team
            WHERE NOT m."user" = ANY (coalesce(o.members, ''{}'')) GROUP BY m.team) AS lacking
      WHERE t.id = lacking.team', teams);
    DROP TABLE member;
  END LOOP;
END
$$;
-- +goose StatementEnd

-- +goose Down
SELECT 1;
