package records

const (
	// deepFrom is how many records come before a deep page at least, and deepForEach for each
	// that it may have.
	deepFrom    = 1_000
	deepForEach = 40
)

// Deep reports whether a page lies so deep that it is read in two steps: its ids, then its
// records. To pass over the others the database then reads of them what filters and orders
// alone, and where an index holds that, the index; beside this it costs little to find the
// page's own again.
func Deep(offset, limit int) bool { return offset >= max(deepFrom, deepForEach*limit) }

// deep is the statement of a deep page of a selection. The ids are an array, which leads to
// the records by the index of ids in any plan.
func (q *statement) deep(sel selection, list, order, page string) string {
	return "SELECT " + list + " FROM " + q.table.Name + " t WHERE t.id = ANY (ARRAY(SELECT t.id" + sel.text + " ORDER BY " + order + page + ")) ORDER BY " + order
}
