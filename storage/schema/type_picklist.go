package schema

// Picklist is one of the field's options, or where it has none a text that people write
// themselves.
var Picklist = declare(FieldType{
	Name: "picklist", JSONType: "string", Format: "picklist", TypeScript: typeScript("string"),
	Example: `"Open"`,
	Check:   checkPicklist,
	Wire:    shownAsItIs,
	Shown:   shownText,
	Column:  textColumn, Index: asItIs, Sort: InOrder, Size: textSize,
	Longest: maxOption, Free: maxOption, Optioned: true, Choices: true, Indexed: true, Defaults: true,
	Out: textOut, In: optionIn,
})

func checkPicklist(f *Field, raw []byte) (any, error) {
	if len(f.Options) == 0 {
		return checkText(f, raw, maxOption)
	}
	return checkEnum(f, raw)
}
