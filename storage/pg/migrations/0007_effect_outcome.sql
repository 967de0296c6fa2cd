-- +goose Up
-- What became of an effect outside is kept before anybody is told of it, so that a
-- result that can't be told now is told later and nothing is done twice for it.
-- Claims that ended without a word are counted apart from the tries: what ends its
-- process each time must end too.
ALTER TABLE core.effect
    ADD COLUMN outcome  text CHECK (outcome IN ('done', 'failed')),
    ADD COLUMN tellings integer NOT NULL DEFAULT 0,
    ADD COLUMN lost     integer NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE core.effect DROP COLUMN lost, DROP COLUMN tellings, DROP COLUMN outcome;
