package commit

import (
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/pg/tables"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// keepOne asks, after the writes, whether a record of the kind that schema.Object.KeepOne
// describes is left where one of them was changed or removed. Two transactions that do
// so at once take turns: the second sees what the first left.
func (p *plan) keepOne(batch *pgx.Batch) {
	asked := map[*tables.Table]bool{}
	for _, st := range p.steps {
		o := st.table.Object
		if st.noop || len(o.KeepOne) == 0 || asked[st.table] || st.Op == entry.Created {
			continue
		}
		if !allTrue(o, st.before) || st.Op != entry.Removed && allTrue(o, st.after) {
			continue
		}
		asked[st.table] = true
		batch.Queue("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", "keep one of "+st.table.Name)
		where := []string{"deleted_date IS NULL"}
		for _, name := range o.KeepOne {
			where = append(where, "coalesce("+st.table.Column(name).Name+", "+strconv.FormatBool(byDefault(o, name))+")")
		}
		batch.Queue("SELECT EXISTS (SELECT FROM " + st.table.Name + " WHERE " + strings.Join(where, " AND ") + ")").QueryRow(func(r pgx.Row) error {
			var left bool
			if err := r.Scan(&left); err != nil {
				return err
			}
			if !left {
				return fault.New(fault.Conflict, "%s", o.KeepWhy)
			}
			return nil
		})
	}
}

// allTrue reads a field without a value as its default, as its readers do.
func allTrue(o *schema.Object, r row.Record) bool {
	for _, name := range o.KeepOne {
		if on, set := r.Bool(name); !on && (set || !byDefault(o, name)) {
			return false
		}
	}
	return true
}

func byDefault(o *schema.Object, name string) bool {
	on, _ := o.Field(name).Default.(bool)
	return on
}
