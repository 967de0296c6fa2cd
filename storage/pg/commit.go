package pg

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/pg/pool"
	"switchboard/storage/pg/tables"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// maxWrites bounds one change, so that no transaction holds the log up.
const maxWrites = 10_000

// Committer writes every change, and answers what its transactions keep beside the
// records: charges, marks of providers' events and keys of requests.
type Committer struct {
	pool   *pool.Pool
	tables *tables.Cache
	bulk   chan struct{} // holds one for each bulk change at work
}

// NewCommitter makes the committer of a database.
func NewCommitter(db *pool.Pool, of *tables.Cache) *Committer {
	return &Committer{pool: db, tables: of, bulk: make(chan struct{}, max(1, db.Size/bulkShare))}
}

// Commit writes a change in one transaction: rows, entries, effects and the mark
// of the provider's event. It returns, in the order of the writes, each record
// as it stands then (a removed one with its deleted_date).
//
// fault.VersionConflict where a row is not at the expected version,
// fault.NotFound where it is absent or removed, fault.Conflict where a unique
// value is taken, the provider's event was processed already or an effect can't be
// taken back, fault.Invalid
// where a field is unknown or a value does not fit it.
func (s *Committer) Commit(ctx context.Context, c row.Change) ([]row.Record, error) {
	p, err := s.carryOut(ctx, plan{change: c})
	if err != nil {
		return nil, err
	}
	records := make([]row.Record, len(p.steps))
	for i, step := range p.steps {
		records[i] = step.after
	}
	return records, nil
}

// CommitItems is Commit for those who show the records: it returns them in the shape
// in which Read gives them.
func (s *Committer) CommitItems(ctx context.Context, c row.Change) ([]row.Item, error) {
	p, err := s.carryOut(ctx, plan{change: c, shown: true})
	if err != nil {
		return nil, err
	}
	items := make([]row.Item, len(p.steps))
	for i, step := range p.steps {
		items[i] = itemOf(step.table.Object, step.after, p.names)
	}
	return items, nil
}

// CommitMany is Commit for those who don't need the records: of each it reads what
// the entries say alone, so that a small change of many large records is small.
func (s *Committer) CommitMany(ctx context.Context, c row.Change) error {
	_, err := s.carryOut(ctx, plan{change: c, brief: true})
	return err
}

// carryOut tries a change until it is in the database or refused.
func (s *Committer) carryOut(ctx context.Context, what plan) (p *plan, err error) {
	c := what.change
	if len(c.Writes) > maxWrites {
		return nil, fault.New(fault.TooLarge, "One change may write at most %d records.", maxWrites)
	}
	var entries int
	once := func() (err error) {
		p = &plan{pool: s.pool, cache: s.tables, change: c, states: map[key]row.Record{}, shown: what.shown, brief: what.brief}
		entries, err = p.commit(ctx)
		return err
	}
	if t := s.pool.Transaction(ctx); t != nil {
		if err := s.pool.Failure(once()); err != nil { // trying again is for who began it
			t.Failed = err
			return nil, err
		}
		t.Told = append(t.Told, p.committed(entries))
		return p, nil
	}
	if err := s.pool.Repeat(ctx, once); err != nil {
		return nil, err
	}
	s.pool.Tell(p.committed(entries))
	return p, nil
}

// committed says what a plan has put there.
func (p *plan) committed(entries int) pool.Committed {
	c := pool.Committed{Organization: p.change.Organization, Entries: entries, Effects: len(p.change.Effects)}
	for _, st := range p.steps {
		if !st.noop && !slices.Contains(c.Objects, st.Object) {
			c.Objects = append(c.Objects, st.Object)
		}
	}
	return c
}

// commit is one try. The transaction takes three round trips, its begin and its end
// sent with what stands beside them: the rows are locked for as long.
func (p *plan) commit(ctx context.Context) (entries int, err error) {
	if err := p.prepare(); err != nil {
		return 0, err
	}
	if t := p.pool.Transaction(ctx); t != nil {
		return p.carryOn(ctx, t.Conn, false)
	}
	conn, err := p.pool.Acquire(ctx)
	if err != nil {
		return 0, err
	}
	defer conn.Release()
	defer func() {
		if err != nil {
			pool.Abandon(ctx, conn)
		}
	}()
	return p.carryOn(ctx, conn, true)
}

// carryOn writes what was prepared, in a transaction of its own or in one that was
// begun already.
func (p *plan) carryOn(ctx context.Context, conn pool.Batcher, own bool) (entries int, err error) {
	p.at = schema.WholeMilliseconds(time.Now())
	if err := p.lock(ctx, conn, own); err != nil {
		return 0, err
	}
	if err := p.decide(); err != nil {
		return 0, err
	}
	log, err := p.write(ctx, conn)
	if err != nil {
		return 0, err
	}
	batch := &pgx.Batch{}
	if err := announce(batch, p.change.Organization, log); err != nil {
		return 0, err
	}
	if err := addEffects(batch, p.change); err != nil {
		return 0, err
	}
	if err := join(batch, p.change.Organization, p.change.Join); err != nil {
		return 0, err
	}
	if own {
		batch.Queue("commit")
	}
	return len(log), conn.SendBatch(ctx, batch).Close()
}

// plan is a change on its way through a transaction.
type plan struct {
	pool   *pool.Pool
	cache  *tables.Cache
	tables *tables.Tables // of the organization, nil where nothing is written
	change row.Change
	at     time.Time
	steps  []*step
	states map[key]row.Record // rows as they are locked, then as the steps leave them
	shown  bool               // the records are wanted as Read gives them
	brief  bool               // the records are not wanted
	read   int                // bytes of the rows that were read
	names  *resolved
}

type key struct {
	object string
	id     id.ID
}

// step is one write.
type step struct {
	row.Write
	table   *tables.Table
	before  row.Record
	after   row.Record
	changed []*tables.Column // by an update or removal, system columns not counted
	noop    bool
	columns []*tables.Column // that are read of the row
	list    string           // their names
	beside  int64            // the size of those that are not
}

// prepare finds tables and brings values into storage shape, before anything is
// locked.
func (p *plan) prepare() (err error) {
	if len(p.change.Writes) > 0 {
		if p.tables, err = p.cache.Of(p.change.Organization); err != nil {
			return err
		}
	}
	for i, w := range p.change.Writes {
		t, err := p.tables.Find(w.Object)
		if err != nil {
			return err
		}
		st := &step{Write: w, table: t}
		if w.ID == "" && w.Op == entry.Created {
			st.ID = id.New()
		}
		var ok bool
		if st.ID, ok = id.Parse(string(st.ID)); !ok {
			return at(fault.New(fault.Invalid, "A write names no record."), i, p.change)
		}
		switch w.Op {
		case entry.Created, entry.Updated, entry.Removed:
		default:
			return at(fault.New(fault.Invalid, "A record can't be written by %q.", w.Op), i, p.change)
		}
		if st.Set, err = normalSet(t, w); err != nil {
			return at(err, i, p.change)
		}
		p.steps = append(p.steps, st)
	}
	p.narrow()
	return nil
}

// at names the offending write where there are several.
func at(err error, i int, c row.Change) error {
	var e *fault.Error
	if len(c.Writes) > 1 && errors.As(err, &e) {
		return e.At(i)
	}
	return err
}

// normalSet checks the names and values that a write sets.
func normalSet(t *tables.Table, w row.Write) (row.Fields, error) {
	out := make(row.Fields, len(w.Set))
	for name, value := range w.Set {
		c := t.Column(name)
		if c == nil || !c.Field.Stored() {
			return nil, fault.Field(name, "%s has no field %q that can be set", t.Object.Title, name)
		}
		if c.Field.System && !givenOnCreate(name, w.Op) {
			continue // the committer's own
		}
		v, err := tables.Normal(c, value)
		if err != nil {
			return nil, err
		}
		out[name] = v
	}
	return out, nil
}

// givenOnCreate tells whether a trusted writer may say a system field of a new
// record: history that is brought in keeps its dates.
func givenOnCreate(name string, op entry.Op) bool {
	if op != entry.Created {
		return false
	}
	switch name {
	case "created_date", "modified_date", "created_by", "modified_by":
		return true
	default:
		return false
	}
}

// lock begins the transaction, marks the provider's event, takes effects back and locks every row that
// is to change, in the order of the writes, and reads it.
func (p *plan) lock(ctx context.Context, conn pool.Batcher, begin bool) error {
	batch := &pgx.Batch{}
	if begin {
		batch.Queue("begin")
	}
	if more := p.moreIdle(); more > 0 {
		batch.Queue("SET LOCAL idle_in_transaction_session_timeout = '" + pool.Milliseconds(min(p.pool.Idle+more, pool.StatementTimeout)) + "ms'")
	}
	if in := p.change.Inbound; in != nil {
		batch.Queue(`INSERT INTO core.inbound_event (provider, provider_id, kind, organization_id, answer, answer_type)
			VALUES ($1, $2, $3, $4, $5, $6)`, in.Provider, in.ProviderID, in.Kind, string(p.change.Organization), in.Answer, in.AnswerType)
	}
	withdraw(batch, p.change)
	seen := map[key]bool{}
	for _, st := range p.steps {
		k := key{st.Object, st.ID}
		if seen[k] || st.Op == entry.Created {
			seen[k] = true
			continue
		}
		seen[k] = true
		batch.Queue(st.lock(), string(st.ID)).Query(func(rows pgx.Rows) error {
			defer rows.Close()
			sc := tables.ScannerOf(st.table, st.columns)
			sc.More = st.isNarrow()
			for rows.Next() {
				r, err := sc.Record(rows)
				if err != nil {
					return err
				}
				p.states[k], st.beside = r, sc.Beside
				if err := p.count(r); err != nil {
					return err
				}
			}
			return rows.Err()
		})
	}
	return conn.SendBatch(ctx, batch).Close()
}

// decide checks versions and works out what each write changes, following rows
// that several writes touch.
func (p *plan) decide() error {
	for i, st := range p.steps {
		k := key{st.Object, st.ID}
		if st.Op == entry.Created {
			st.after = p.fresh(st)
			p.states[k] = st.after
			if err := st.bounded(); err != nil {
				return at(err, i, p.change)
			}
			continue
		}
		current, ok := p.states[k]
		if !ok || current.Fields["deleted_date"] != nil {
			return at(tables.Missing(st.table.Object), i, p.change)
		}
		if st.Expect != 0 && st.Expect != current.Version {
			return at(fault.New(fault.VersionConflict, "This %s was changed by somebody else in the meantime.",
				strings.ToLower(st.table.Object.Title)), i, p.change)
		}
		st.before = current
		st.changed = changedColumns(st.table, current, st.Set)
		if len(st.changed) == 0 && st.Op == entry.Updated {
			st.noop, st.after = true, current
			continue
		}
		st.after = p.changed(st)
		p.states[k] = st.after
		if err := st.bounded(); err != nil {
			return at(err, i, p.change)
		}
	}
	return nil
}

func changedColumns(t *tables.Table, current row.Record, set row.Fields) []*tables.Column {
	var out []*tables.Column
	for _, c := range t.Columns {
		if value, ok := set[c.Field.Name]; ok && !tables.Same(current.Fields[c.Field.Name], value) {
			out = append(out, c)
		}
	}
	return out
}

// fresh makes a new record: what is set, else the field's default, else nothing.
func (p *plan) fresh(st *step) row.Record {
	by := nullable(p.change.By)
	system := row.Fields{
		"id": st.ID, "organization_id": p.change.Organization, "version": int64(1), "owner": by,
		"created_date": p.at, "modified_date": p.at, "created_by": by, "modified_by": by,
	}
	if given, ok := st.Set["created_date"]; ok && given != nil {
		system["modified_date"] = given
	}
	fields := make(row.Fields, len(st.table.Columns))
	for _, c := range st.table.Columns {
		name := c.Field.Name
		value, given := st.Set[name]
		switch {
		case given && (value != nil || !c.Field.System):
		case system[name] != nil:
			value = system[name]
		default:
			value = c.Field.Default
		}
		fields[name] = value
	}
	return row.Record{Object: st.Object, ID: st.ID, Version: 1, Fields: fields}
}

// changed is the record as an update or removal leaves it.
func (p *plan) changed(st *step) row.Record {
	fields := make(row.Fields, len(st.before.Fields))
	maps.Copy(fields, st.before.Fields)
	for _, c := range st.changed {
		fields[c.Field.Name] = st.Set[c.Field.Name]
	}
	version := st.before.Version + 1
	fields["version"], fields["modified_date"], fields["modified_by"] = version, p.at, nullable(p.change.By)
	if st.Op == entry.Removed {
		fields["deleted_date"] = p.at
	}
	return row.Record{Object: st.Object, ID: st.ID, Version: version, Fields: fields}
}

func nullable(one id.ID) any {
	if one == "" {
		return nil
	}
	return one
}

// write sends all changes in one round trip and takes the records as they are
// stored: the database writes composites in its own way. The same round trip asks
// for what the entries need to know of other records.
func (p *plan) write(ctx context.Context, conn pool.Batcher) ([]entry.Entry, error) {
	batch := &pgx.Batch{}
	loud, ask := p.loud()
	for _, st := range p.steps {
		if st.noop {
			continue
		}
		text, args := st.statement()
		batch.Queue(text, args...).Query(func(rows pgx.Rows) error {
			defer rows.Close()
			sc := tables.ScannerOf(st.table, st.columns)
			for rows.Next() {
				r, err := sc.Record(rows)
				if err != nil {
					return err
				}
				st.after = r
			}
			return rows.Err()
		})
	}
	p.keepOne(batch)
	p.numbers(batch)
	p.located(batch)
	p.open(batch)
	if p.shown {
		for _, st := range p.steps {
			ask.record(st.table.Object, st.after)
			ask.route(st.table.Object, st.after)
		}
	}
	var err error
	if p.names, err = resolveIn(batch, ask); err != nil {
		return nil, err
	}
	charge(batch, p.change)
	if batch.Len() > 0 {
		if err := conn.SendBatch(ctx, batch).Close(); err != nil {
			return nil, err
		}
	}
	// Where one row was written twice, the later write began from the stored shape
	// of the earlier one.
	last := map[key]row.Record{}
	for _, st := range p.steps {
		k := key{st.Object, st.ID}
		if earlier, ok := last[k]; ok {
			st.before = earlier
			if st.noop {
				st.after = earlier
			}
		}
		last[k] = st.after
	}
	return p.entries(loud, p.names), nil
}

// statement is the text and the arguments of a step.
func (st *step) statement() (string, []any) {
	if st.Op == entry.Created {
		args := make([]any, len(st.table.Columns))
		for i, c := range st.table.Columns {
			args[i] = tables.Parameter(st.after.Fields[c.Field.Name])
		}
		return st.table.Insert, args
	}
	columns := st.changed
	for _, name := range [...]string{"version", "modified_date", "modified_by", "deleted_date"} {
		if name != "deleted_date" || st.Op == entry.Removed {
			columns = append(columns, st.table.Column(name))
		}
	}
	var text strings.Builder
	text.WriteString("UPDATE " + st.table.Name + " AS t SET ")
	args := make([]any, 0, len(columns)+1)
	for i, c := range columns {
		if i > 0 {
			text.WriteString(", ")
		}
		args = append(args, tables.Parameter(st.after.Fields[c.Field.Name]))
		text.WriteString(c.Name + " = " + tables.Place(len(args), c))
	}
	args = append(args, string(st.ID))
	text.WriteString(" WHERE t.id = $" + strconv.Itoa(len(args)) + "::uuid RETURNING " + st.list)
	return text.String(), args
}
