-- +goose Up
-- The records that somebody looks after until they are finished (schema.Object.Open): a
-- keeper finds those of all organizations by one statement. The writer of such a record
-- keeps this in its own transaction.
CREATE TABLE core.open (
    object          text NOT NULL,
    organization_id uuid NOT NULL REFERENCES core.organization (id) ON DELETE CASCADE,
    id              uuid NOT NULL,
    PRIMARY KEY (object, organization_id, id)
);

-- +goose Down
DROP TABLE core.open;
