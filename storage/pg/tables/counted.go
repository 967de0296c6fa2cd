package tables

// CountTrigger is the last of a table's triggers that is made: where it is, all are.
const CountTrigger = "record_moved"

// Relation is the name under which the records of a table are counted.
func (t *Table) Relation() string { return t.relation }

// CountTriggers are what count the records that stand in a table, nil if nobody lists them.
func CountTriggers(t *Table) []string {
	if t.Object.Internal {
		return nil
	}
	return []string{
		"CREATE OR REPLACE TRIGGER records_made AFTER INSERT ON " + t.Name + " REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION core.records_made()",
		"CREATE OR REPLACE TRIGGER records_gone AFTER DELETE ON " + t.Name + " REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION core.records_gone()",
		"CREATE OR REPLACE TRIGGER " + CountTrigger + " AFTER UPDATE OF deleted_date ON " + t.Name +
			" FOR EACH ROW WHEN ((OLD.deleted_date IS NULL) <> (NEW.deleted_date IS NULL)) EXECUTE FUNCTION core.record_moved()",
	}
}

// The number of records that is kept of a relation ($1) is changed under a lock, which is
// taken before the statement that changes it begins: that sees what its last holder did.
const (
	// LockCount waits for the lock, TryCount reports whether it is free.
	LockCount = "SELECT pg_advisory_xact_lock(hashtextextended('record_count ' || $1, 0))"
	TryCount  = "SELECT pg_try_advisory_xact_lock(hashtextextended('record_count ' || $1, 0))"
	// FoldCount brings up to $2 changes of the number into it. Where none is kept they are
	// forgotten: who begins to keep it counts what stands by then.
	FoldCount = `WITH moved AS (DELETE FROM core.record_count_moved WHERE ctid = ANY (ARRAY(
			SELECT ctid FROM core.record_count_moved WHERE relation = $1 LIMIT $2)) RETURNING delta)
		UPDATE core.record_count SET n = n + (SELECT coalesce(sum(delta), 0) FROM moved) WHERE relation = $1`
	// KeptCount reads the number (n) and how many changes of it are not in it yet (moved), which
	// it adds, in one statement: it is exact. There is no row where no number is kept.
	KeptCount = `SELECT c.n + m.sum AS n, m.count AS moved FROM core.record_count c,
		LATERAL (SELECT coalesce(sum(delta), 0)::bigint, count(*) FROM core.record_count_moved WHERE relation = c.relation) AS m (sum, count)
		WHERE c.relation = $1`
)

const (
	// CountedFrom is from how many records on a table's number is kept: fewer are counted
	// as soon.
	CountedFrom = 2_000
	// FoldAt is how many changes of a number are read beside it before they are folded in.
	FoldAt = 200
)
