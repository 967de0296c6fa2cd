-- How many records stand in a table, so that a list tells its exact total without counting
-- them: a number, and what was made and removed since. A writer only adds a row, so that
-- no two wait for each other; who reads often folds the rows into the number.

-- +goose Up
CREATE TABLE core.record_count (
    relation text   PRIMARY KEY, -- schema.table
    n        bigint NOT NULL
);
CREATE TABLE core.record_count_moved (
    relation text   NOT NULL,
    delta    bigint NOT NULL
);
CREATE INDEX record_count_moved_relation ON core.record_count_moved (relation) INCLUDE (delta);

-- Triggers, so that whatever writes a table is counted, nodes of the previous release too.
-- +goose StatementBegin
CREATE FUNCTION core.records_made() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO core.record_count_moved
    SELECT TG_TABLE_SCHEMA || '.' || TG_TABLE_NAME, count(*) FROM touched WHERE deleted_date IS NULL HAVING count(*) > 0;
  RETURN NULL;
END
$$;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE FUNCTION core.records_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO core.record_count_moved
    SELECT TG_TABLE_SCHEMA || '.' || TG_TABLE_NAME, -count(*) FROM touched WHERE deleted_date IS NULL HAVING count(*) > 0;
  RETURN NULL;
END
$$;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE FUNCTION core.record_moved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO core.record_count_moved VALUES (TG_TABLE_SCHEMA || '.' || TG_TABLE_NAME, CASE WHEN NEW.deleted_date IS NULL THEN 1 ELSE -1 END);
  RETURN NULL;
END
$$;
-- +goose StatementEnd

-- +goose Down
DROP FUNCTION core.record_moved() CASCADE;
DROP FUNCTION core.records_gone() CASCADE;
DROP FUNCTION core.records_made() CASCADE;
DROP TABLE core.record_count_moved;
DROP TABLE core.record_count;
