-- Which heads of the log moved since a place: a node that does not lead asks for
-- them several times a second, and must not read all organizations' heads for it.

-- +goose Up

-- Rises with every change of seq, over all organizations.
CREATE SEQUENCE core.log_moved;
ALTER TABLE core.log_head ADD COLUMN moved bigint NOT NULL DEFAULT 0;
CREATE INDEX log_head_moved ON core.log_head (moved);

-- Numbers are drawn under a lock that is held until the transaction's end, so they
-- become visible in their order: whoever has seen one has seen all below it.
-- +goose StatementBegin
CREATE FUNCTION core.log_moves_in_turn() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(6005341527932814660);
  RETURN NULL;
END
$$;
-- +goose StatementEnd
CREATE TRIGGER log_moves_in_turn BEFORE INSERT OR UPDATE OF seq ON core.log_head
  FOR EACH STATEMENT EXECUTE FUNCTION core.log_moves_in_turn();

-- A trigger, so that the relay of the previous release numbers its moves, too.
-- +goose StatementBegin
CREATE FUNCTION core.log_moves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.moved := nextval('core.log_moved');
  RETURN NEW;
END
$$;
-- +goose StatementEnd
CREATE TRIGGER log_moves BEFORE INSERT OR UPDATE OF seq ON core.log_head
  FOR EACH ROW EXECUTE FUNCTION core.log_moves();

-- +goose Down
DROP TRIGGER log_moves ON core.log_head;
DROP TRIGGER log_moves_in_turn ON core.log_head;
DROP FUNCTION core.log_moves();
DROP FUNCTION core.log_moves_in_turn();
DROP INDEX core.log_head_moved;
ALTER TABLE core.log_head DROP COLUMN moved;
DROP SEQUENCE core.log_moved;
