package tables

// OwedSQL are common table expressions that owe the deletion of what is kept outside of records
// (schema.Outside), "" if there is nothing: removed names the expression that gives the deleted
// rows with Returning, and $1 is the organization. They begin with a comma.
func (t *Table) OwedSQL(removed string) string {
	o := t.Object.Outside
	if o == nil {
		return ""
	}
	return `, owed AS (
			INSERT INTO core.effect (id, organization_id, kind, actor, payload, not_before)
			SELECT gen_random_uuid(), $1::uuid, '` + o.Effect + `', '', jsonb_build_object('` + o.Field + `', outside), now()
			FROM ` + removed + ` WHERE outside IS NOT NULL
		)`
}

// Returning is what a DELETE of rows gives back for OwedSQL.
func (t *Table) Returning() string {
	if o := t.Object.Outside; o != nil {
		return "id, " + t.Column(o.Field).Name + " AS outside"
	}
	return "id"
}
