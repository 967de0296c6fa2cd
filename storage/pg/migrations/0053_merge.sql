-- +goose Up
-- The merges of records. A merged record stays removed in its table; by this, its address leads to
-- the record that it became a part of, and a merge can be undone. No value of a record is kept.
CREATE TABLE core.merge (
    organization_id uuid NOT NULL,
    id              uuid NOT NULL,
    object          text NOT NULL,
    master_id       uuid NOT NULL,
    merged_ids      uuid[] NOT NULL,
    by_user         uuid,
    at              timestamptz NOT NULL DEFAULT now(),
    undone          boolean NOT NULL DEFAULT false,
    PRIMARY KEY (organization_id, id)
);
CREATE INDEX merge_ids ON core.merge USING gin (merged_ids);
CREATE INDEX merge_master ON core.merge (master_id);

-- The references that a merge moved to the master record, until it is undone.
CREATE TABLE core.merge_moved (
    organization_id uuid NOT NULL,
    merge_id        uuid NOT NULL,
    object          text NOT NULL,
    field           text NOT NULL,
    record_id       uuid NOT NULL,
    from_id         uuid NOT NULL,
    removed         boolean NOT NULL, -- the record was removed: the master had one like it
    had_master      boolean NOT NULL, -- a list named the master before, too
    PRIMARY KEY (organization_id, merge_id, object, field, record_id, from_id)
);

-- +goose Down
DROP TABLE core.merge_moved;
DROP TABLE core.merge;
