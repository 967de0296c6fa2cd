package schema

// Address is a place that letters reach.
var Address = declare(FieldType{
	Name: "address", JSONType: "object", Format: "address", TypeScript: typeScript("AddressValue"), Interface: `
/** The value of an address field. */
export interface AddressValue {
  line1?: string;
  line2?: string;
  additional_info?: string;
  city?: string;
  state?: string;
  postal_code?: string;
  country?: string;
}
`,
	Example: `{"line1":"2380 Patel Street","city":"Seattle","state":"WA","postal_code":"98188","country":"US"}`,
	Check:   checkAddress,
	Wire:    showJSON,
	Column:  jsonColumn, Index: asItIs, Size: packedSize,
	Members: []string{"city", "line1", "line2", "additional_info", "state", "postal_code", "country"},
})

var addressKeys = []string{"line1", "line2", "additional_info", "city", "state", "postal_code", "country"}

func checkAddress(f *Field, raw []byte) (any, error) {
	parts, err := textMembers(f, raw, addressKeys...)
	if err != nil {
		return nil, err
	}
	return compact(parts)
}
