package erasure

import (
	"context"
	"encoding/json"
	"strings"

	"switchboard/actors/feature"
	"switchboard/actors/sight"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

const (
	// batch is how many records, and span how many entries of the log, one portion cleans.
	batch = 100
	span  = 500
)

// cause is what the log and the audit say of what an erasure does.
const cause = "record.erased"

// Service erases records.
type Service struct {
	store Store
	jobs  Jobs
}

// New makes the service.
func New(store Store, jobs Jobs) *Service { return &Service{store, jobs} }

// Erase starts the job that erases a record, and gives its id. Errors: fault.Forbidden,
// fault.NotFound, fault.Invalid where the name is another one's.
func (s *Service) Erase(ctx context.Context, p *access.Principal, what Erase) (id.ID, error) {
	target := Target{what.Object, what.ID}
	if err := may(p, target); err != nil {
		return "", err
	}
	shown, err := sight.Shown(ctx, s.store, p, what.Object, what.ID)
	if err != nil {
		return "", err
	}
	var name string
	_ = json.Unmarshal(shown[p.Registry().Object(what.Object).NameField], &name) // null is no name
	if strings.TrimSpace(what.Name) != strings.TrimSpace(name) {
		return "", fault.Field("name", "Type the name exactly as shown")
	}
	return s.jobs.StartJob(ctx, p, Kind, target, what.Command)
}

// step is what is done next.
type step string

// The steps, in their order.
const (
	begin      step = ""
	references step = "references"
	chains     step = "chains"
	record     step = "record"
	people     step = "people"
	outbox     step = "outbox"
	log        step = "log"
	finish     step = "finish"
)

// state is where a job has got to: its cursor.
type state struct {
	Step step `json:"step"`
	// Reference is the number of the reference that is followed.
	Reference int `json:"reference,omitempty"`
	// OwnLast says that the references of the record's own object are followed last. A job that
	// an earlier version began follows them in the order of definition.
	OwnLast bool `json:"own_last,omitempty"`
	// After and UpTo are the places of the log that are left.
	After int64 `json:"after,omitempty"`
	UpTo  int64 `json:"up_to,omitempty"`
	// History and Entries count what was cleaned so far.
	History int64 `json:"history,omitempty"`
	Entries int64 `json:"entries,omitempty"`
}

// portion is one portion of an erasure.
type portion struct {
	*Service

	on       feature.Portion
	of       row.Erasure
	at       state
	progress feature.Progress
}

// Portion does one portion of an erasure, and says how far it has got.
func (s *Service) Portion(ctx context.Context, on feature.Portion, what Target) (feature.Progress, error) {
	p := portion{Service: s, on: on, progress: on.Progress, of: row.Erasure{
		Organization: on.Organization, Job: on.Job, Object: what.Object, Record: what.ID,
	}}
	if on.Cursor != "" {
		if err := json.Unmarshal([]byte(on.Cursor), &p.at); err != nil {
			return on.Progress, err
		}
	}
	if err := p.do(ctx); err != nil {
		return on.Progress, err
	}
	next, err := json.Marshal(p.at)
	p.progress.Cursor = string(next)
	return p.progress, err
}

func (p *portion) do(ctx context.Context) error {
	switch p.at.Step {
	case begin:
		return p.begin(ctx)
	case references:
		return p.follow(ctx)
	case chains:
		return p.chain(ctx)
	case record:
		return p.expungeRecord(ctx)
	case people:
		return p.forgetMentions(ctx)
	case outbox:
		return p.cleanOutbox(ctx)
	case log:
		return p.cleanLog(ctx)
	case finish:
		return p.finish(ctx)
	default:
		return fault.New(fault.Internal, "An erasure has no step %q.", p.at.Step)
	}
}

// begin hides the record from every user, so that nothing refers to it again, and counts what is
// to be done. It changes nothing while a user works with the person, as in a call.
func (p *portion) begin(ctx context.Context) error {
	for _, r := range p.on.By.Registry().References(p.of.Object) {
		if open, err := p.store.AtWork(ctx, p.of, r.Object.APIName, r.Field.Name); err != nil {
			return err
		} else if open {
			return atWork(r.Object)
		}
	}
	if err := p.remove(ctx, p.of.Object, p.of.Record); err != nil {
		return err
	}
	floor, head, err := p.store.LogSpan(ctx, p.of.Organization)
	if err != nil {
		return err
	}
	p.progress.Total = 1 + head - floor
	for _, r := range p.on.By.Registry().References(p.of.Object) {
		n, err := p.store.CountReferring(ctx, p.of, r.Object.APIName, r.Field.Name)
		if err != nil {
			return err
		}
		p.progress.Total += n
	}
	p.at.Step, p.at.OwnLast = references, true
	return nil
}

func atWork(o *schema.Object) error {
	return fault.New(fault.Conflict, "A %s of this person is in progress. Try again when it has ended.", lower(o.Title))
}

// remove removes a record, which is announced; one that is removed already stays so.
func (p *portion) remove(ctx context.Context, object string, one id.ID) error {
	if _, err := p.store.Get(ctx, p.of.Organization, object, one); err != nil {
		if fault.Is(err, fault.NotFound) {
			return nil
		}
		return err
	}
	return p.commit(ctx, []row.Write{{Object: object, ID: one, Op: entry.Removed, Cause: cause}})
}

func (p *portion) commit(ctx context.Context, writes []row.Write) error {
	if len(writes) == 0 {
		return nil
	}
	_, err := p.store.Commit(ctx, row.Change{Organization: p.of.Organization, By: p.on.By.User, Writes: writes})
	return err
}

// expungeRecord deletes the record itself.
func (p *portion) expungeRecord(ctx context.Context) error {
	if err := p.remove(ctx, p.of.Object, p.of.Record); err != nil { // where somebody brought it back
		return err
	}
	p.at.Step = people
	return p.expunge(ctx, p.of.Object, []id.ID{p.of.Record})
}

func (p *portion) expunge(ctx context.Context, object string, ids []id.ID) error {
	n, err := p.store.Expunge(ctx, p.of, object, ids)
	p.at.History += n
	p.progress.Done += int64(len(ids))
	return err
}

// cleanOutbox cleans what is on its way to the log. What was so far is in the log then.
func (p *portion) cleanOutbox(ctx context.Context) error {
	n, err := p.store.ScrubOutbox(ctx, p.of)
	p.at.Entries += n
	p.at.Step = log
	return err
}

// cleanLog cleans the next entries of the log.
func (p *portion) cleanLog(ctx context.Context) error {
	if p.at.UpTo == 0 {
		floor, head, err := p.store.LogSpan(ctx, p.of.Organization)
		if err != nil {
			return err
		}
		p.at.After, p.at.UpTo = floor, head
	}
	next := min(p.at.After+span, p.at.UpTo)
	n, err := p.store.ScrubLog(ctx, p.of, p.at.After, next)
	p.at.Entries += n
	p.progress.Done += next - p.at.After
	p.at.After = next
	if next == p.at.UpTo {
		p.at.Step = finish
	}
	return err
}
