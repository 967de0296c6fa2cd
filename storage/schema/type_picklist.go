package schema

// Picklist is a text that people choose or write themselves.
var Picklist = declare(FieldType{
	Name: "picklist", JSONType: "string", Format: "picklist", TypeScript: typeScript("string"),
	Example: `"Berry"`,
	Check:   func(f *Field, raw []byte) (any, error) { return checkText(f, raw, maxOption) },
	Wire:    shownAsItIs,
	Column:  textColumn, Index: asItIs, Sort: caseless, Size: textSize,
})
