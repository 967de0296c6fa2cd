package runtime

import "context"

// DryRun is a command that is decided but not executed: the actor replies as it
// would, and nothing is committed. A list of commands to several actors starts with a
// dry run of all, so that one that is already invalid leaves nothing behind.
type DryRun struct{ Command any }

type dryRunKey struct{}

// WithDryRun makes every Ask under the context a dry run.
func WithDryRun(ctx context.Context) context.Context {
	return context.WithValue(ctx, dryRunKey{}, true)
}

// IsDryRun is for services, which must skip their own side effects in a dry run.
func IsDryRun(ctx context.Context) bool { return ctx.Value(dryRunKey{}) != nil }

// inContext wraps a command in a DryRun if the context asks for one.
func inContext(ctx context.Context, command any) any {
	if _, wrapped := command.(DryRun); wrapped || !IsDryRun(ctx) {
		return command
	}
	return DryRun{command}
}
