package commit

import (
	"slices"
	"strings"
	"time"

	"switchboard/storage/fault"
	"switchboard/storage/pg/tables"
	"switchboard/storage/row"
)

// idlePerMegabyte is how much longer a transaction may be idle for what it writes: a
// busy process takes its time to make the entries of many bytes. Nothing is idle
// for longer than a statement may take.
const idlePerMegabyte = time.Second

// changeBytes bounds what one change reads of the rows that it touches.
const changeBytes = 32 << 20

// narrow chooses what is read of each row. A brief change needs of a row what it sets,
// and what its route and its derived fields are made of; one that changes who sees the
// row needs all of it, since new readers get the whole record.
func (p *plan) narrow() {
	times := map[key]int{}
	for _, st := range p.steps {
		times[key{st.Object, st.ID}]++
	}
	whole := slices.ContainsFunc(p.steps, p.touchesMembership) // whose other side reads rows too
	for _, st := range p.steps {
		st.columns, st.list = st.table.Columns, st.table.List
		if whole || !p.brief || st.appears() || times[key{st.Object, st.ID}] > 1 || st.reroutes() {
			continue
		}
		fields := st.table.Routed()
		for _, f := range st.table.Object.Fields {
			_, set := st.Set[f.Name]
			switch {
			case f.Derived != nil:
				for _, from := range f.Derived.From {
					if st.table.Column(from) != nil {
						fields = append(fields, from)
					}
				}
			case f.System || set:
				fields = append(fields, f.Name)
			}
		}
		if columns, list, err := st.table.Some(fields); err == nil {
			st.columns, st.list = columns, list
		}
	}
}

// reroutes reports whether an update sets what the route is made of.
func (st *step) reroutes() bool {
	for _, name := range tables.RouteFields(st.table.Object) {
		if _, ok := st.Set[name]; ok {
			return true
		}
	}
	return false
}

func (st *step) isNarrow() bool { return len(st.columns) < len(st.table.Columns) }

// lock is the statement that locks the row and reads its columns, behind them the
// size of the others.
func (st *step) lock() string {
	if st.Op == row.Restored {
		return st.table.LockRemoved
	}
	if !st.isNarrow() {
		return st.table.Lock
	}
	read := make(map[*tables.Column]bool, len(st.columns))
	for _, c := range st.columns {
		read[c] = true
	}
	var others []*tables.Column
	for _, c := range st.table.Columns {
		if !read[c] {
			others = append(others, c)
		}
	}
	rest := strings.TrimPrefix(st.table.Lock, "SELECT "+st.table.List)
	return "SELECT " + st.list + ", " + tables.SizeOf(others) + rest
}

// count adds a row that was read.
func (p *plan) count(r row.Record) error {
	if p.read += tables.BytesOf(r.Fields); p.read > changeBytes {
		return fault.New(fault.TooLarge, "The records of this change hold more than %d MB together. Send fewer of them at once.", changeBytes>>20)
	}
	return nil
}

// bounded refuses a record that grows too large in all.
func (st *step) bounded() error {
	after := tables.BytesOf(st.after.Fields)
	if after+int(st.beside) <= tables.MaxRecord || after <= tables.BytesOf(st.before.Fields) {
		return nil
	}
	largest, most := "", 0
	for name := range st.Set {
		if n := tables.BytesOf(row.Fields{name: st.Set[name]}); n >= most {
			largest, most = name, n
		}
	}
	e := fault.New(fault.TooLarge, "This %s would hold %d bytes in all and may hold %d. Shorten its longest texts.",
		strings.ToLower(st.table.Object.Title), after+int(st.beside), tables.MaxRecord)
	if f := st.table.Object.Field(largest); f != nil {
		e.Fields = map[string][]string{largest: {f.Title + " is what takes most of it"}}
	}
	return e
}

// moreIdle is how much longer than others the transaction may wait for this process.
func (p *plan) moreIdle() time.Duration {
	size := 0
	for _, st := range p.steps {
		size += tables.BytesOf(st.Set)
	}
	return time.Duration(size>>20) * idlePerMegabyte
}
