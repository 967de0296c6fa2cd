package schema

// Code is text for machines, which keeps every space and line of what was written.
var Code = declare(FieldType{
	Name: "code", JSONType: "string", Format: "code", TypeScript: typeScript("string"),
	Example: `"if (a) {\n\treturn b;\n}\n"`,
	Check:   checkTextArea,
	Wire:    shownAsItIs,
	Shown:   shownText,
	Column:  textColumn, Index: asItIs, Sort: InOrder, Search: folded, Size: textSize,
	Compared: Text,
	Longest:  maxTextArea, Free: maxTextArea, Defaults: true,
	Out: textOut, In: wholeText,
})
