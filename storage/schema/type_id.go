package schema

// identifier is the type of the ids that the system gives (Field.Kind): text to
// clients, an id to the database, where it takes half of that and compares faster.
var identifier = &FieldType{
	Name: "id", JSONType: "string", TypeScript: typeScript("string"),
	Check:  Text.Check,
	Wire:   shownAsItIs,
	Shown:  shownID,
	Column: idColumn, Index: asItIs, Sort: asItIs,
	Compared: Lookup,
}
