-- +goose Up
-- The keys that encrypted fields were sealed with, by their numbers (storage/seal): a start
-- with keys that do not open the stored values is refused without reading them all.
CREATE TABLE core.field_key (
    number  text    PRIMARY KEY,
    is_lost boolean NOT NULL DEFAULT false -- an administrator accepted that the key is gone
);

-- +goose Down
DROP TABLE core.field_key;
