-- What the relay, the retention and the effects' worker need beside the tables
-- themselves.

-- +goose Up

-- A place in the outbox. The transaction gets its number before the place, so
-- that "all transactions below this number are over" also means "all places
-- they drew are visible or void". The relay's low-water mark rests on it.
-- +goose StatementBegin
CREATE FUNCTION core.next_outbox_id() RETURNS bigint LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM pg_current_xact_id();
  RETURN nextval('core.outbox_id_seq');
END
$$;
-- +goose StatementEnd
ALTER TABLE core.outbox ALTER COLUMN id SET DEFAULT core.next_outbox_id();

-- The relay empties the outbox all the time: vacuum it by rows, not by share.
ALTER TABLE core.outbox SET (
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000,
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 10000);

-- The newest seq that has left the retention. Both marks change in place.
ALTER TABLE core.log_head ADD COLUMN floor bigint NOT NULL DEFAULT 0 CHECK (floor >= 0 AND floor <= seq);
ALTER TABLE core.log_head SET (fillfactor = 50);

-- Entries leave in order of seq, never by a scan over times.
DROP INDEX core.event_log_at;

-- place orders the effects of one subject: a second text never overtakes the first.
ALTER TABLE core.effect ADD COLUMN place bigint NOT NULL GENERATED ALWAYS AS IDENTITY;
CREATE INDEX effect_subject ON core.effect (organization_id, actor, subject, place) WHERE state IN ('pending', 'running');
ALTER TABLE core.effect SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- +goose Down
ALTER TABLE core.effect RESET (autovacuum_vacuum_scale_factor, autovacuum_vacuum_threshold);
DROP INDEX core.effect_subject;
ALTER TABLE core.effect DROP COLUMN place;
CREATE INDEX event_log_at ON core.event_log (at);
ALTER TABLE core.log_head RESET (fillfactor);
ALTER TABLE core.log_head DROP COLUMN floor;
ALTER TABLE core.outbox RESET (autovacuum_vacuum_scale_factor, autovacuum_vacuum_threshold,
  autovacuum_vacuum_insert_scale_factor, autovacuum_vacuum_insert_threshold);
ALTER TABLE core.outbox ALTER COLUMN id SET DEFAULT nextval('core.outbox_id_seq');
DROP FUNCTION core.next_outbox_id();
