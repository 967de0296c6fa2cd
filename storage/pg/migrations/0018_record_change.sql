-- +goose Up
-- The history of every record: what each change made of it, who made it, when and from
-- where. The writer of a record adds to it in its own transaction. before and after hold
-- the tracked fields that changed, as JSON by which jsonb_populate_record makes columns
-- of the record's table again. One table for all organizations, since a table for each
-- of their months would be a hundred for each of them.
CREATE TABLE core.record_change (
    organization_id uuid NOT NULL,
    record_id       uuid NOT NULL,
    version         bigint NOT NULL, -- of the record once it was changed
    at              timestamptz NOT NULL,
    object          text NOT NULL,
    op              text NOT NULL,
    actor           uuid, -- NULL for the system and providers
    cause           text NOT NULL,
    via             text NOT NULL,
    address         text NOT NULL,
    request_id      text NOT NULL,
    before          jsonb,
    after           jsonb
) PARTITION BY RANGE (at);
CREATE INDEX record_change_record ON core.record_change (organization_id, record_id, version);

-- Takes what falls into no month, so that a change never fails for want of one.
CREATE TABLE core.record_change_rest PARTITION OF core.record_change DEFAULT;

-- Makes the months from this one on, as many as asked for, that are not there.
-- +goose StatementBegin
CREATE FUNCTION core.make_record_change_months(ahead integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  month timestamptz;
  made  integer := 0;
BEGIN
  FOR month IN SELECT date_trunc('month', now(), 'UTC') + n * interval '1 month' FROM generate_series(0, ahead) n LOOP
    CONTINUE WHEN to_regclass('core.record_change_' || to_char(month AT TIME ZONE 'UTC', 'YYYY_MM')) IS NOT NULL;
    BEGIN
      EXECUTE format('CREATE TABLE core.%I PARTITION OF core.record_change FOR VALUES FROM (%L) TO (%L)',
        'record_change_' || to_char(month AT TIME ZONE 'UTC', 'YYYY_MM'), month,
        date_trunc('month', month, 'UTC') + interval '1 month');
      made := made + 1;
    EXCEPTION WHEN check_violation THEN
      NULL; -- changes of this month lie in the rest already, and stay there
    END;
  END LOOP;
  RETURN made;
END
$$;
-- +goose StatementEnd

-- Drops the months that ended before a moment.
-- +goose StatementBegin
CREATE FUNCTION core.drop_record_change_months(ended timestamptz) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  month   text;
  dropped integer := 0;
BEGIN
  FOR month IN SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'core.record_change'::regclass AND c.relname ~ '^record_change_\d{4}_\d{2}$'
      AND to_timestamp(substr(c.relname, 15) || ' +00', 'YYYY_MM TZH') + interval '1 month' <= ended LOOP
    EXECUTE format('DROP TABLE core.%I', month);
    dropped := dropped + 1;
  END LOOP;
  RETURN dropped;
END
$$;
-- +goose StatementEnd

-- +goose Down
DROP FUNCTION core.drop_record_change_months(timestamptz);
DROP FUNCTION core.make_record_change_months(integer);
DROP TABLE core.record_change;
