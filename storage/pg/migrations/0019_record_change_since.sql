-- +goose Up
-- From when on the history of an organization's records is whole: what stood before can't
-- be told. Without a row it always was. Of organizations that are older than the history,
-- it is since their first kept change; trimming the history moves it on.
CREATE TABLE core.record_change_since (
    organization_id uuid PRIMARY KEY,
    since           timestamptz NOT NULL
);
INSERT INTO core.record_change_since
SELECT o.id, coalesce((SELECT min(c.at) FROM core.record_change c WHERE c.organization_id = o.id), now()) FROM core.organization o;

-- +goose Down
DROP TABLE core.record_change_since;
