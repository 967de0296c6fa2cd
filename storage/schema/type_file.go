package schema

// File refers to a record of a file, as a lookup does to any other.
var File = declare(FieldType{
	Name: "file", JSONType: "object", Format: "file", TypeScript: typeScript("LookupValue"),
	Example: `"0198c0de-0000-7000-8000-0000000000ac"`,
	Check:   checkLookup,
	Wire:    showLookup,
	Shown:   shownLookup,
	Column:  idColumn, Index: asItIs, Sort: InOrder,
	Members: []string{"name"}, Itself: "id",
	Targeted: true, To: "file", ByName: true,
	References: giveTarget,
	HideNames:  hideTargetNames,
	Unique:     true, Indexed: true,
	Complete: completeLookup,
})
