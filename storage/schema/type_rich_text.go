package schema

// RichText is text with marks of its look, which are plain text to the server.
var RichText = declare(FieldType{
	Name: "rich-text", JSONType: "string", Format: "rich-text", TypeScript: typeScript("string"),
	Example: `"*Hello*"`,
	Check:   checkTextArea,
	Wire:    shownAsItIs,
	Shown:   shownText,
	Column:  textColumn, Index: asItIs, Sort: InOrder, Search: folded, Size: textSize,
	Compared: Text,
	Longest:  maxTextArea, Free: maxTextArea, Defaults: true,
	Out: textOut, In: wholeText,
})
