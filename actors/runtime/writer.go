package runtime

import (
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"strings"
	"time"
	"unicode"

	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Input is what the world gives to a decision: cores read no clock and no dice.
type Input struct {
	Now   time.Time
	NewID func() id.ID
}

// Decision is what a core wants to happen. A decision without writes, effects and
// mark commits nothing: the command was a question or a repeat.
type Decision struct {
	By      id.ID // the user who asked, "" for the system
	Writes  []row.Write
	Effects []row.Effect
	Inbound *row.Inbound
	Charges []row.Charge
	Reply   any
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

// maxCommandID bounds a client's id, which travels with every entry it caused.
const maxCommandID = 200

// given tells one command from another.
type given struct {
	kind reflect.Type
	by   id.ID
	name string
}

// Committer writes a change in one transaction (storage/pg). It returns the
// written records in the order of the writes, removed ones left out.
type Committer interface {
	Commit(ctx context.Context, change row.Change) ([]row.Record, error)
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
	replies   map[given]any
	order     []given // the keys of replies, oldest first
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
	return &Writer[S]{who: who, core: core, store: store, options: options, replies: map[given]any{}}
}

// Receive implements Actor.
func (w *Writer[S]) Receive(ctx context.Context, command any) (any, error) {
	rehearsal, isRehearsal := command.(Rehearsal)
	if isRehearsal {
		command = rehearsal.Command
	}
	var g given
	if c, ok := command.(Identified); ok {
		g = given{reflect.TypeOf(command), c.CommandBy(), c.CommandID()}
	}
	if g.name != "" {
		if len(g.name) > maxCommandID || strings.ContainsFunc(g.name, unicode.IsControl) {
			return nil, fault.Field("command", "A command's id is a text of at most %d bytes.", maxCommandID)
		}
		if reply, known := w.replies[g]; known {
			return reply, nil
		}
	}
	w.rehearses = isRehearsal
	reply, err := w.settle(ctx, g.name, command)
	if err == nil && g.name != "" && !isRehearsal {
		w.remember(g, reply)
	}
	return reply, err
}

// settle decides until the outcome rests on what is stored. Another process may
// have written the same rows since they were read here (a node that was thought
// dead, a bulk writer): nobody is refused, and nothing is taken for done already,
// for what was true a while ago; and whoever loses against another writer looks
// again and decides anew.
func (w *Writer[S]) settle(ctx context.Context, name string, command any) (any, error) {
	if w.loaded && w.watch.behind() {
		w.drop()
	}
	for lost := 0; ; {
		remembered := w.loaded
		reply, wrote, err := w.run(ctx, name, command)
		switch {
		case remembered && (err == nil && !wrote || doubtful(err)):
			w.drop()
		case errors.Is(err, errLost) && lost < patience(command, err):
			lost++
			if err := pause(ctx, lost); err != nil {
				return nil, err
			}
		case errors.Is(err, errLost) && fault.Is(err, fault.VersionConflict) && !conditional(command):
			return nil, fault.Wrap(err, fault.Unavailable, "Too many changes are made here at once. Please try again.").After(time.Second)
		default:
			return reply, err
		}
	}
}

// errLost marks a commit that lost against another writer of the same rows, or of
// the same provider's event. A conflict that the core decides upon is the caller's.
var errLost = errors.New("runtime: another writer was first")

// Conditional commands may name the version that their client saw: where the rows
// have another one by now, that is his answer.
type Conditional interface {
	// Condition is the version, 0 for none.
	Condition() int64
}

func conditional(command any) bool {
	c, ok := command.(Conditional)
	return ok && c.Condition() != 0
}

// maxLost is how often a command is decided anew after it lost against another
// writer of its rows.
const maxLost = 5

// patience is how often a lost commit is worth another look: what another writer
// changed may be decided anew many times; what exists already, or is not as the
// client saw it, is so after one fresh look too.
func patience(command any, err error) int {
	if fault.Is(err, fault.VersionConflict) && !conditional(command) {
		return maxLost
	}
	return 1
}

// pause waits a random moment, or the same two would meet again.
func pause(ctx context.Context, lost int) error {
	timer := time.NewTimer(rand.N(time.Duration(lost) * 10 * time.Millisecond)) //nolint:gosec // a wait is no secret
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return fault.From(ctx.Err())
	}
}

// doubtful tells whether a refusal rests on the state rather than the command.
func doubtful(err error) bool {
	return fault.Is(err, fault.Conflict) || fault.Is(err, fault.Forbidden) || fault.Is(err, fault.NotFound)
}

func (w *Writer[S]) drop() {
	var none S
	w.state, w.loaded = none, false
}

// run decides once. wrote tells whether the decision was committed.
func (w *Writer[S]) run(ctx context.Context, name string, command any) (reply any, wrote bool, err error) {
	if !w.loaded {
		if w.watch == nil && w.options.Follow != nil {
			w.watch = w.options.Follow.watch(w.who)
		}
		w.watch.loading()
		state, err := w.core.Load(ctx, w.who)
		if err != nil {
			return nil, false, err
		}
		w.state, w.loaded = state, true
	}
	if err := w.core.Prepare(ctx, w.who, &w.state, command); err != nil {
		return nil, false, err
	}
	d, err := w.core.Decide(w.state, command, Input{Now: w.options.Now().UTC(), NewID: w.options.NewID})
	if err != nil {
		return nil, false, err
	}
	if len(d.Writes) == 0 && len(d.Effects) == 0 && d.Inbound == nil {
		return d.Reply, false, nil
	}
	if w.rehearses {
		return d.Reply, true, nil
	}
	records, err := w.store.Commit(ctx, row.Change{
		Organization: w.who.Organization, By: d.By, Command: name,
		Writes: d.Writes, Effects: d.Effects, Inbound: d.Inbound, Charges: d.Charges,
	})
	if err != nil {
		w.drop()
		if fault.Is(err, fault.VersionConflict) || fault.Is(err, fault.Conflict) {
			err = errors.Join(errLost, err)
		}
		return nil, false, err
	}
	w.watch.committed(d.Writes, records)
	w.state = w.core.Apply(w.state, records)
	return d.Reply, true, nil
}

func (w *Writer[S]) remember(g given, reply any) {
	if len(w.order) >= w.options.Remember {
		delete(w.replies, w.order[0])
		w.order = w.order[1:]
	}
	w.replies[g] = reply
	w.order = append(w.order, g)
}
