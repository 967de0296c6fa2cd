package schemas

import (
	"switchboard/storage/access"
	"switchboard/storage/fault"
)

// may is the one place that says who may change objects and fields: superusers.
func may(p *access.Principal) error {
	if !p.Superuser {
		return fault.New(fault.Forbidden, "Only a superuser may change objects and fields")
	}
	return nil
}
