package runtime

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"time"
	"unicode"

	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Input holds the time and the source of random ids for a decision, so that cores
// stay pure.
type Input struct {
	Now   time.Time
	NewID func() id.ID
}

// Decision is the result of a core. One without writes, effects and Inbound commits
// nothing: the command was a query or a repeat.
type Decision struct {
	By      id.ID // the user who gave the command, or "" for the system
	Writes  []row.Write
	Effects []row.Effect
	Inbound *row.Inbound
	Charges []row.Charge
	// Withdraw cancels effects of an earlier decision.
	Withdraw []row.Withdrawal
	Reply    any
}

// Core is the part of an actor that depends on its kind. Load and Prepare read
// storage. Decide and Apply are pure.
type Core[S any] interface {
	// Load reads the state of an identity. Without rows, the state is zero.
	Load(ctx context.Context, who Identity) (S, error)
	// Prepare adds to the state what this command needs.
	Prepare(ctx context.Context, who Identity, state *S, command any) error
	// Decide returns the command's result, or an error.
	Decide(state S, command any, in Input) (Decision, error)
	// Apply returns the state after the records were committed.
	Apply(state S, committed []row.Record) S
}

// Identified commands carry an id from their client. A repeat by the same user gets
// the first reply. The id is visible to others in the entries, so it means nothing
// for other users and for other kinds of commands.
type Identified interface {
	CommandID() string
	CommandBy() id.ID
}

// CommandMeta is a command's author, and its id from the author's client. A command
// that embeds it is Identified.
type CommandMeta struct {
	By      id.ID
	Command string
}

// CommandID implements Identified.
func (g CommandMeta) CommandID() string { return g.Command }

// CommandBy implements Identified.
func (g CommandMeta) CommandBy() id.ID { return g.By }

// Unfamiliar returns the error for a command that a core does not know. a is the kind
// of the actor with its article.
func Unfamiliar(a string, command any) (Decision, error) {
	return Decision{}, fault.New(fault.Internal, "%s does not know the command %T.", a, command)
}

// NonIdempotent commands set values again each time, even over newer changes. They are
// executed once under their id, however late a repeat arrives: a repeat gets a reply
// and changes nothing.
type NonIdempotent interface{ Overwrites() }

// maxCommandID bounds a client's id, which is part of every entry that it caused.
const maxCommandID = 200

// key identifies a command.
type key struct {
	kind reflect.Type
	by   id.ID
	name string
}

// Committer writes a change in one transaction (storage/pg). It returns the written
// records in the order of the writes, without removed ones.
type Committer interface {
	Commit(ctx context.Context, change row.Change) ([]row.Record, error)
	// Together runs do in one transaction. If do returns nil, everything committed
	// with its context is written, else nothing. Reads with the context see the
	// earlier writes. do may run again. Its error is returned unchanged.
	Together(ctx context.Context, do func(ctx context.Context) error) error
}

// WriterOptions configures a Writer. The zero value is for production.
type WriterOptions struct {
	Now   func() time.Time
	NewID func() id.ID
	// Remember bounds the command ids that an actor keeps with their replies (default
	// 64).
	Remember int
	// Follow reports other writers' changes of the actor's rows. It is optional,
	// since the version check alone keeps the actor correct.
	Follow *Follower
}

// Writer is the Actor around a core: it loads, decides, commits and replies. The
// state in memory is only a cache: after a failed commit it is dropped and read
// again.
type Writer[S any] struct {
	who     Identity
	core    Core[S]
	store   Committer
	options WriterOptions

	state   S
	loaded  bool
	dryRun  bool   // the current command is a dry run
	watch   *watch // nil until the first load, and without a follower
	replies map[key]any
	order   []key // the keys of replies, oldest first
}

// Writers returns the factory of a kind's actors, which share their core.
func Writers[S any](core Core[S], store Committer, options WriterOptions) Factory {
	return func(who Identity) Actor { return NewWriter(who, core, store, options) }
}

// NewWriter returns the actor of one identity.
func NewWriter[S any](who Identity, core Core[S], store Committer, options WriterOptions) *Writer[S] {
	if options.Now == nil {
		options.Now = time.Now
	}
	if options.NewID == nil {
		options.NewID = id.New
	}
	if options.Remember <= 0 {
		options.Remember = 64
	}
	return &Writer[S]{who: who, core: core, store: store, options: options, replies: map[key]any{}}
}

// Receive implements Actor.
func (w *Writer[S]) Receive(ctx context.Context, command any) (any, error) {
	rehearsal, isRehearsal := command.(DryRun)
	if isRehearsal {
		command = rehearsal.Command
	}
	w.dryRun = isRehearsal
	if batch, ok := command.(Batch); ok {
		replies, at, err := w.answer(ctx, batch.Commands)
		if err != nil {
			if at >= 0 {
				err = fault.From(err).At(at)
			}
			return nil, err
		}
		return Replies{replies}, nil
	}
	replies, _, err := w.answer(ctx, []any{command})
	if err != nil {
		return nil, err
	}
	return replies[0], nil
}

// task is a command in progress.
type task struct {
	key
	command any
	at      int  // its index in the batch
	done    bool // it was executed before, by another node or long ago
}

func taskOf(command any, at int) (task, error) {
	t := task{command: command, at: at}
	if c, ok := command.(Identified); ok {
		t.key = key{reflect.TypeOf(command), c.CommandBy(), c.CommandID()}
	}
	if len(t.name) > maxCommandID || strings.ContainsFunc(t.name, unicode.IsControl) {
		return t, fault.Field("command", "A command's id is a text of at most %d bytes.", maxCommandID)
	}
	return t, nil
}

// answer returns the stored replies of repeated commands, and decides the others. at
// is the index of the command that failed, or -1 if none in particular.
func (w *Writer[S]) answer(ctx context.Context, commands []any) (replies []any, at int, err error) {
	replies = make([]any, len(commands))
	var open []task
	for i, command := range commands {
		t, err := taskOf(command, i)
		if err != nil {
			return nil, i, err
		}
		if reply, known := w.replies[t.key]; known && t.name != "" {
			replies[i] = reply
			continue
		}
		open = append(open, t)
	}
	if len(open) == 0 {
		return replies, -1, nil
	}
	decided, failed, err := w.decideUntilStored(ctx, open)
	if err != nil {
		if failed < 0 {
			return nil, -1, err
		}
		return nil, open[failed].at, err
	}
	for i, t := range open {
		replies[t.at] = decided[i]
		if t.name != "" && !w.dryRun {
			w.remember(t.key, decided[i])
		}
	}
	return replies, -1, nil
}

// decideUntilStored decides until the outcome rests on stored state. Another process
// may have written the same rows since they were read here (a node thought dead, a
// bulk writer). No error and no "already done" may rest on outdated rows, and a
// commit that loses against another writer is decided again on fresh rows.
func (w *Writer[S]) decideUntilStored(ctx context.Context, tasks []task) (replies []any, failed int, err error) {
	if w.loaded && w.watch.behind() {
		w.drop()
	}
	for lost := 0; ; {
		remembered, wrote := w.loaded, false
		if len(tasks) > 1 { // decides on stored state
			remembered = false
			replies, failed, err = w.runInTx(ctx, tasks)
		} else {
			var reply any
			reply, wrote, err = w.run(ctx, tasks[0])
			replies, failed = []any{reply}, 0
		}
		var command any
		if failed >= 0 {
			command = tasks[failed].command
		}
		switch {
		case errors.Is(err, row.ErrRepeated):
			tasks[failed].done = true
		case remembered && (err == nil && !wrote || doubtful(err)):
			w.drop()
		case errors.Is(err, errLost) && lost < maxRetries(command, err):
			lost++
			if err := pause(ctx, lost); err != nil {
				return nil, -1, err
			}
		case errors.Is(err, errLost) && fault.Is(err, fault.VersionConflict) && !conditional(command):
			return nil, failed, fault.Wrap(err, fault.Unavailable, "Too many changes at once. Please try again.").After(time.Second)
		default:
			return replies, failed, err
		}
	}
}

func (w *Writer[S]) drop() {
	var none S
	w.state, w.loaded = none, false
}

// run decides once. wrote reports whether the decision was committed.
func (w *Writer[S]) run(ctx context.Context, t task) (reply any, wrote bool, err error) {
	fresh := !w.loaded
	d, err := w.decide(ctx, t)
	switch {
	case t.done:
		return d.Reply, true, nil // the current decision is not the one that was executed
	case err != nil:
		return nil, false, err
	case w.dryRun || d.empty():
		if fresh && d.empty() {
			err = w.settled(ctx, t)
		}
		return d.Reply, !d.empty(), err
	}
	records, err := w.commit(ctx, t, d)
	if err != nil {
		return nil, false, err
	}
	w.watch.committed(d.Writes, records)
	return d.Reply, true, nil
}

// decide decides on the state, and loads it if necessary.
func (w *Writer[S]) decide(ctx context.Context, t task) (Decision, error) {
	if !w.loaded {
		if w.watch == nil && w.options.Follow != nil {
			w.watch = w.options.Follow.watch(w.who)
		}
		w.watch.loading()
		state, err := w.core.Load(ctx, w.who)
		if err != nil {
			return Decision{}, err
		}
		w.state, w.loaded = state, true
	}
	if err := w.core.Prepare(ctx, w.who, &w.state, t.command); err != nil {
		return Decision{}, err
	}
	return w.core.Decide(w.state, t.command, Input{Now: w.options.Now().UTC(), NewID: w.options.NewID})
}

func (d Decision) empty() bool {
	return len(d.Writes) == 0 && len(d.Effects) == 0 && d.Inbound == nil && len(d.Withdraw) == 0
}

// once returns the key under which an NonIdempotent command is executed once.
func (w *Writer[S]) once(t task) string {
	if _, overwrites := t.command.(NonIdempotent); !overwrites || t.name == "" {
		return ""
	}
	return t.kind.String() + " " + string(w.who.ID)
}

// settled stores that a command had nothing to do, so that its repeat does nothing
// either, whatever the state is then.
func (w *Writer[S]) settled(ctx context.Context, t task) error {
	once := w.once(t)
	if once == "" || w.dryRun {
		return nil
	}
	_, err := w.store.Commit(ctx, row.Change{Organization: w.who.Organization, By: t.by, Command: t.name, Once: once})
	return err
}

// commit writes a decision and applies it.
func (w *Writer[S]) commit(ctx context.Context, t task, d Decision) ([]row.Record, error) {
	records, err := w.store.Commit(ctx, row.Change{
		Organization: w.who.Organization, By: d.By, Command: t.name, Once: w.once(t),
		Writes: d.Writes, Effects: d.Effects, Inbound: d.Inbound, Charges: d.Charges, Withdraw: d.Withdraw,
	})
	if err != nil {
		w.drop()
		if errors.Is(err, row.ErrRepeated) {
			return nil, err
		}
		if fault.Is(err, fault.VersionConflict) || fault.Is(err, fault.Conflict) {
			err = errors.Join(errLost, err)
		}
		return nil, err
	}
	w.state = w.core.Apply(w.state, records)
	return records, nil
}

func (w *Writer[S]) remember(g key, reply any) {
	if len(w.order) >= w.options.Remember {
		delete(w.replies, w.order[0])
		w.order = w.order[1:]
	}
	w.replies[g] = reply
	w.order = append(w.order, g)
}
