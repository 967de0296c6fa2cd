-- +goose Up
-- An effect may be taken back only where nothing can have been done for it outside.
-- undone is the claim up to which that is certain: equal to attempts where it is, which
-- it is from the start. A claim raises attempts alone, also one of the release before.
ALTER TABLE core.effect ADD COLUMN undone integer NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE core.effect DROP COLUMN undone;
