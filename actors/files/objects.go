package files

import "switchboard/storage/schema"

const fileObject = "file"

// file is a file, whose content is stored by the product or at a link elsewhere.
func file() *schema.Object {
	return &schema.Object{
		APIName: fileObject, Title: "File", Search: []string{"name"}, Columns: []string{"content_type", "size", "public", "owner", "modified_date"},
		AnyOf:   []string{"link", "url"}, // without its content or where that is, a file is an empty name
		Outside: &schema.Outside{Effect: effectDelete, Field: "storage_key"},
		Fields: []*schema.Field{
			{Name: "name", Title: "Name", Type: schema.Text, Required: true, Indexed: true},
			{Name: "content_type", Title: "Content Type", Type: schema.Text, MaxLength: 255},
			{Name: "type", Title: "Type", Type: schema.Text, MaxLength: 255},
			{Name: "extension", Title: "Extension", Type: schema.Text, MaxLength: 20},
			{Name: "link", Title: "Link", Type: schema.URL, HelpText: "The address of the content, for those who may read the record"},
			{Name: "location", Title: "Location", Type: schema.URL, Derived: &schema.Derivation{How: schema.Alias, From: []string{"link"}}},
			{Name: "url", Title: "URL", Type: schema.URL, HelpText: "The public link: everyone who has it can read the content"},
			{Name: "public", Title: "Public", Type: schema.Boolean, Default: false},
			{Name: "public_file", Title: "Public File", Type: schema.Boolean, Derived: &schema.Derivation{How: schema.Alias, From: []string{"public"}}},
			{Name: "size", Title: "Size", Type: schema.Integer, ReadOnly: true, Unit: "bytes"},
			{Name: "checksum", Title: "Checksum", Type: schema.Text, ReadOnly: true, HelpText: "SHA-256 of the content, in hexadecimal digits"},
			{Name: "storage_key", Title: "Storage Key", Type: schema.Text, Internal: true},
			{Name: "public_key", Title: "Public Key", Type: schema.Text, Internal: true},
			{Name: "scan_status", Title: "Scan", Type: schema.Enum, Options: []string{"pending", "clean", "infected", "failed"}, ReadOnly: true},
		},
	}
}

// relatedFile attaches a file to a record.
func relatedFile() *schema.Object {
	return &schema.Object{
		APIName: "related_file", Title: "Related File", RelatesToAnyObject: true, Columns: []string{"file", "related_record", "owner", "modified_date"},
		Fields: []*schema.Field{
			{Name: "name", Title: "Name", Type: schema.Text, Required: true},
			{Name: "file", Title: "File", Type: schema.Lookup, Target: fileObject, Required: true, Indexed: true, Erased: &schema.Erased{Whole: true, Takes: true}},
			{Name: "related_record", Title: "Related Record", Type: schema.AnyObject, Required: true, Indexed: true, Erased: &schema.Erased{Whole: true}},
			{Name: "link", Title: "Link", Type: schema.URL},
		},
	}
}
