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

// Input is the time and the random ids of a decision, given so that cores stay pure.
type Input struct {
	Now   time.Time
	NewID func() id.ID
}

// Decision is what a core wants to happen. One without writes, effects and Inbound
// commits nothing: the command was a question or a repeat.
type Decision struct {
	By      id.ID // the user who asked, "" for the system
	Writes  []row.Write
	Effects []row.Effect
	Inbound *row.Inbound
	Charges []row.Charge
	// Withdraw takes effects back that an earlier decision wanted.
	Withdraw []row.Withdrawal
	Reply    any
}

// Core is one kind of actor's own part. Load and Prepare read storage; Decide and
// Apply are pure.
type Core[S any] interface {
	// Load reads the state of an identity; one that has no rows yet is a zero state.
	Load(ctx context.Context, who Identity) (S, error)
	// Prepare reads what this command needs beyond the state, into the state.
	Prepare(ctx context.Context, who Identity, state *S, command any) error
	// Decide says what the command leads to, or refuses it.
	Decide(state S, command any, in Input) (Decision, error)
	// Apply gives the state after the records were committed.
	Apply(state S, committed []row.Record) S
}

// Identified commands carry their client's id. The same one that comes again from
// the same user is answered as the first time. Others see the id in the entries
// that it caused, so for them, and for another kind of command, it means nothing.
type Identified interface {
	CommandID() string
	CommandBy() id.ID
}

// Given is the part of a command that says who gave it, and under which id of his
// client's. A command that embeds it is Identified.
type Given struct {
	By      id.ID
	Command string
}

// CommandID implements Identified.
func (g Given) CommandID() string { return g.Command }

// CommandBy implements Identified.
func (g Given) CommandBy() id.ID { return g.By }

// Unfamiliar refuses a command that a core does not know; a is the kind of the actor with
// its article.
func Unfamiliar(a string, command any) (Decision, error) {
	return Decision{}, fault.New(fault.Internal, "%s does not know the command %T.", a, command)
}

// Overwriting commands set values anew each time, also over what others wrote meanwhile.
// They are carried out once under their id, however late a repeat comes: one that a node
// slept on has an answer, and changes nothing.
type Overwriting interface{ Overwrites() }

// maxCommandID bounds a client's id, which travels with every entry it caused.
const maxCommandID = 200

// key tells one command from another.
type key struct {
	kind reflect.Type
	by   id.ID
	name string
}

// Committer writes a change in one transaction (storage/pg). It returns the
// written records in the order of the writes, removed ones left out.
type Committer interface {
	Commit(ctx context.Context, change row.Change) ([]row.Record, error)
	// Together runs do in one transaction: what do commits with its context is written
	// whole where do returns nil, and else not at all; what it reads with it sees what
	// it wrote so far. do may be run again. Its error comes back as it is.
	Together(ctx context.Context, do func(ctx context.Context) error) error
}

// WriterOptions are the world of a Writer; the zero value is the real one.
type WriterOptions struct {
	Now   func() time.Time
	NewID func() id.ID
	// Remember is how many command ids an actor keeps with their replies (default 64).
	Remember int
	// Follow tells of what others write to the actor's rows, nil for nobody: then
	// the version check alone keeps the actor right.
	Follow *Follower
}

// Writer is the shell around a core: the Actor that loads, decides, commits and
// replies. The state in memory is only a copy of what is stored: whenever a
// commit does not succeed it is dropped and read again.
type Writer[S any] struct {
	who     Identity
	core    Core[S]
	store   Committer
	options WriterOptions

	state     S
	loaded    bool
	rehearses bool   // the command at work is decided only
	watch     *watch // nil until the first load, and without a follower
	replies   map[key]any
	order     []key // the keys of replies, oldest first
}

// Writers makes the actors of a kind, which share their core.
func Writers[S any](core Core[S], store Committer, options WriterOptions) Factory {
	return func(who Identity) Actor { return NewWriter(who, core, store, options) }
}

// NewWriter makes the actor of one identity.
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
	rehearsal, isRehearsal := command.(Rehearsal)
	if isRehearsal {
		command = rehearsal.Command
	}
	w.rehearses = isRehearsal
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

// task is a command at work.
type task struct {
	key
	command any
	at      int  // its place among those that came with it
	done    bool // it was carried out before, by another node or long ago
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

// answer answers what was asked before as it was then, and decides the rest. at is the
// place of the command that an error is about, -1 for none in particular.
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
		if t.name != "" && !w.rehearses {
			w.remember(t.key, decided[i])
		}
	}
	return replies, -1, nil
}

// decideUntilStored decides until the outcome rests on what is stored. Another process
// may have written the same rows since they were read here (a node that was thought dead,
// a bulk writer): no refusal and no "done already" may rest on rows that are out of date,
// and a commit that loses against another writer is decided again on fresh rows.
func (w *Writer[S]) decideUntilStored(ctx context.Context, tasks []task) (replies []any, failed int, err error) {
	if w.loaded && w.watch.behind() {
		w.drop()
	}
	for lost := 0; ; {
		remembered, wrote := w.loaded, false
		if len(tasks) > 1 { // decides on stored state
			remembered = false
			replies, failed, err = w.runTogether(ctx, tasks)
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
		case errors.Is(err, errLost) && lost < patience(command, err):
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

// run decides once. wrote tells whether the decision was committed.
func (w *Writer[S]) run(ctx context.Context, t task) (reply any, wrote bool, err error) {
	fresh := !w.loaded
	d, err := w.decide(ctx, t)
	switch {
	case t.done:
		return d.Reply, true, nil // what it would lead to now is not what it led to
	case err != nil:
		return nil, false, err
	case w.rehearses || d.empty():
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

// decide decides on the state, which it loads where it must.
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

// once names what an Overwriting command does once.
func (w *Writer[S]) once(t task) string {
	if _, overwrites := t.command.(Overwriting); !overwrites || t.name == "" {
		return ""
	}
	return t.kind.String() + " " + string(w.who.ID)
}

// settled keeps that there was nothing to do for a command, so that its repeat does
// nothing either, whatever stands then.
func (w *Writer[S]) settled(ctx context.Context, t task) error {
	once := w.once(t)
	if once == "" || w.rehearses {
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
