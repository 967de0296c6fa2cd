package once

import "context"

type checkKey struct{}

// With returns a context in which nothing that can't be repeated is sent unless check says,
// immediately before, that it may be.
func With(ctx context.Context, check func(context.Context) error) context.Context {
	return context.WithValue(ctx, checkKey{}, check)
}

// Check reports whether what can't be repeated may be sent now. An error means that it must not
// be; a context without a check allows everything.
func Check(ctx context.Context) error {
	if check, ok := ctx.Value(checkKey{}).(func(context.Context) error); ok {
		return check(ctx)
	}
	return nil
}
