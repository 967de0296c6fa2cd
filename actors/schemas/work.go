package schemas

import (
	"context"

	"switchboard/storage/access"
	"switchboard/storage/fault"
)

// start begins what records have to be checked or filled for.
func (s *Service) start(context.Context, *access.Principal, *decided) error {
	return fault.New(fault.Invalid, "What the records have to be checked or filled for can't be changed yet: make it so with a new object or field.")
}
