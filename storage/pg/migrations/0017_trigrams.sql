-- +goose Up
-- Searches find any part of a name or number by an index of its trigrams. The extension
-- is a trusted one: who may create schemas in the database may create it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- +goose Down
DROP EXTENSION pg_trgm;
