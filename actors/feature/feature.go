package feature

import "switchboard/storage/schema"

// Feature is what the product knows of one feature.
type Feature struct {
	// Name is the feature's folder on every layer.
	Name string
	// Objects are those that it owns, with all that the engine must know of them.
	Objects []*schema.Object
}
