package files

import (
	"switchboard/actors/feature"
	"switchboard/storage/schema"
)

// Feature declares files and what they belong to.
var Feature = feature.Feature{Name: "files", Objects: []*schema.Object{fileObject(), relatedFile()}}

// fileObject says what is known of a file. Where its bytes lie, the product says.
func fileObject() *schema.Object {
	return &schema.Object{
		APIName: "file", Title: "File", Search: []string{"name"}, Columns: []string{"content_type", "size", "public", "owner", "modified_date"},
		AnyOf: []string{"link", "url"}, // without its bytes or where they are, a file is an empty name
		Fields: []*schema.Field{
			{Name: "name", Title: "Name", Type: schema.Text, Required: true, Indexed: true},
			{Name: "content_type", Title: "Content Type", Type: schema.Text, MaxLength: 255},
			{Name: "type", Title: "Type", Type: schema.Text, MaxLength: 255},
			{Name: "extension", Title: "Extension", Type: schema.Text, MaxLength: 20},
			{Name: "link", Title: "Link", Type: schema.URL},
			{Name: "location", Title: "Location", Type: schema.URL, Derived: &schema.Derivation{How: schema.Alias, From: []string{"link"}}},
			{Name: "url", Title: "URL", Type: schema.URL},
			{Name: "public", Title: "Public", Type: schema.Boolean, Default: false},
			{Name: "public_file", Title: "Public File", Type: schema.Boolean, Derived: &schema.Derivation{How: schema.Alias, From: []string{"public"}}},
			{Name: "size", Title: "Size", Type: schema.Integer, ReadOnly: true},
			{Name: "checksum", Title: "Checksum", Type: schema.Text, ReadOnly: true},
			{Name: "storage_key", Title: "Storage Key", Type: schema.Text, Internal: true},
			{Name: "scan_status", Title: "Scan", Type: schema.Enum, Options: []string{"pending", "clean", "infected", "failed"}, ReadOnly: true},
		},
	}
}

// relatedFile keeps a file with a record.
func relatedFile() *schema.Object {
	return &schema.Object{
		APIName: "related_file", Title: "Related File", RelatesToAnyObject: true, Columns: []string{"file", "related_record", "owner", "modified_date"},
		Fields: []*schema.Field{
			{Name: "name", Title: "Name", Type: schema.Text, Required: true},
			{Name: "file", Title: "File", Type: schema.Lookup, Target: "file", Required: true, Indexed: true, Erased: &schema.Erased{Whole: true}},
			{Name: "related_record", Title: "Related Record", Type: schema.AnyObject, Required: true, Indexed: true, Erased: &schema.Erased{Whole: true}},
			{Name: "link", Title: "Link", Type: schema.URL},
		},
	}
}
