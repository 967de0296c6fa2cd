-- +goose Up
-- Which organization a number belongs to. A number is one organization's in the whole
-- installation: its calls and texts arrive there. The writer of a record that holds one
-- (schema.Field.Number) keeps this in its own transaction; Migrate fills in what a
-- release wrote that did not know of it.
CREATE TABLE core.number (
    number          text PRIMARY KEY,
    organization_id uuid NOT NULL REFERENCES core.organization (id) ON DELETE CASCADE,
    object          text NOT NULL,
    record_id       uuid NOT NULL
);
CREATE INDEX number_record ON core.number (organization_id, record_id);

-- +goose Down
DROP TABLE core.number;
