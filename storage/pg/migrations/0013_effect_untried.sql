-- +goose Up
-- An effect that was claimed ahead and given back before anything was begun was not
-- tried: it is counted apart, because attempts is also what fences its claims and so
-- must only rise.
ALTER TABLE core.effect ADD COLUMN untried integer NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE core.effect DROP COLUMN untried;
