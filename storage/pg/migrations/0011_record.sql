-- +goose Up
-- Which organization a record belongs to that is asked for by its id alone
-- (schema.Object.Located): a provider's webhook names no organization. The writer of
-- such a record keeps this in its own transaction.
CREATE TABLE core.record (
    id              uuid PRIMARY KEY,
    organization_id uuid NOT NULL REFERENCES core.organization (id) ON DELETE CASCADE
);

-- +goose Down
DROP TABLE core.record;
