-- +goose Up
-- The digest of the registry for which an organization's tables were last made: at a
-- start nothing is asked of those for whom it is the same.
ALTER TABLE core.organization ADD COLUMN registry text;

-- +goose Down
ALTER TABLE core.organization DROP COLUMN registry;
