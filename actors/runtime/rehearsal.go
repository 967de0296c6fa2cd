package runtime

import "context"

// Rehearsal is a command that is decided and not carried out: the actor answers as
// it would, and nothing is committed. A list of commands to several actors is
// rehearsed before the first is asked in earnest, so that what is known to be
// refused leaves nothing behind.
type Rehearsal struct{ Command any }

type rehearsing struct{}

// Rehearse makes every Ask under the context a rehearsal.
func Rehearse(ctx context.Context) context.Context {
	return context.WithValue(ctx, rehearsing{}, true)
}

// IsRehearsal is for services, whose own effects a rehearsal must leave out.
func IsRehearsal(ctx context.Context) bool { return ctx.Value(rehearsing{}) != nil }

// inContext wraps a command that is asked under Rehearse.
func inContext(ctx context.Context, command any) any {
	if _, wrapped := command.(Rehearsal); wrapped || !IsRehearsal(ctx) {
		return command
	}
	return Rehearsal{command}
}
