package tables

// Normal brings a value that a writer set into the exact storage shape of the
// field. A value of another shape is fault.Invalid.
func Normal(c *Column, value any) (any, error) {
	if value == nil {
		return nil, nil //nolint:nilnil // nil is the storage shape of no value
	}
	return c.Kind.Column.Normal(c.Field, value)
}
