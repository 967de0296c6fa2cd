package schema

// TextArea is text of several lines.
var TextArea = declare(FieldType{
	Name: "text-area", JSONType: "string", Format: "text-area", TypeScript: typeScript("string"),
	Example: `"Two\nlines"`,
	Check:   checkTextArea,
	Wire:    shownAsItIs,
	Shown:   shownText,
	Column:  textColumn, Index: asItIs, Sort: InOrder, Search: folded, Size: textSize,
	Compared: Text,
	Longest:  maxTextArea, Free: maxTextArea, Defaults: true,
	Out: textOut, In: wholeText,
})

const maxTextArea = 100_000 // characters

func checkTextArea(f *Field, raw []byte) (any, error) { return checkText(f, raw, maxTextArea) }
