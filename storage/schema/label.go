package schema

import "strings"

// GlobalTags is the list that entries of multi-selects are put on, unless their field has them
// on a list of its own.
const GlobalTags = "Tags"

// ListOfField names the list of the entries that one field of one object has for itself.
func ListOfField(object, field string) string { return object + "." + strings.ToLower(field) }

// LabelKey is the field of a Label's records by which of one list there is none twice. It
// holds KeyOfLabel.
const LabelKey = "key"

// KeyOfLabel names an entry of a list, however its letters are written.
func KeyOfLabel(list, value string) string { return list + "\n" + strings.ToLower(value) }

// Labelled tells whether entries of the field are tags.
func (f *Field) Labelled() bool { return f.Type.Tags && !f.Unlabelled && f.Settable() }
