package schemas

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"switchboard/actors/feature"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// Kind names the job that executes what records have to be checked or filled for.
const Kind = "schema"

const (
	// convertedAtOnce is how many records one portion converts, filledAtOnce how many it fills:
	// the records are locked for as long as it takes.
	convertedAtOnce = 1_000
	filledAtOnce    = 200
	// convertedFor is how long one portion converts the history of fields.
	convertedFor = time.Second
	// told bounds the records that a refusal names.
	told = 100
)

// Work is what a job executes: fields of an object as they will be.
type Work struct {
	Object string          `json:"object"`
	Fields []*schema.Field `json:"fields,omitempty"`
	Search []string        `json:"search,omitempty"`
}

// Worker is what the job asks of the Service.
type Worker interface {
	Before(ctx context.Context, on feature.Portion, w Work) (isReady bool, err error)
	Portion(ctx context.Context, on feature.Portion, w Work) (feature.Progress, error)
	GiveUp(ctx context.Context, organization, job id.ID, w Work) error
}

func job() feature.Job {
	j := feature.Portions(feature.Job{Name: Kind, Title: "Change an object"}, func(*access.Principal, Work) error { return nil }, // Before asks
		func(ctx context.Context, d Worker, on feature.Portion, w Work) (feature.Progress, error) {
			return d.Portion(ctx, on, w)
		})
	j = feature.Outside(j, func(ctx context.Context, d Worker, on feature.Portion, w Work) (bool, error) {
		return d.Before(ctx, on, w)
	})
	return feature.Ended(j, func(ctx context.Context, d Worker, organization, job id.ID, w Work) error {
		return d.GiveUp(ctx, organization, job, w)
	})
}

// phase is what is done next.
type phase string

// The phases, in their order.
const (
	prepare phase = ""        // columns, and what converts what is written
	convert phase = "convert" // the records that stand
	fill    phase = "fill"    // those in which a required field is empty
	build   phase = "build"   // checks, and indexes
	swap    phase = "swap"    // the definition
	refill  phase = "refill"  // what nodes wrote that did not know yet
	history phase = "history" // what the records were
)

// place is where a job has got to: its cursor.

type place struct {
	Phase phase `json:"phase,omitempty"`
	After id.ID `json:"after,omitempty"`
	Field int   `json:"field,omitempty"`
	// Since is that of the change (schema.Changing), which may have been noted again.
	Since int64 `json:"since,omitempty"`
}

func placeOf(cursor string) (p place, err error) {
	if cursor != "" {
		err = json.Unmarshal([]byte(cursor), &p)
	}
	return p, err
}

// start notes a change and starts its job, after what of it is in force at once.
func (s *Service) start(ctx context.Context, p *access.Principal, d *decided) (job id.ID, err error) {
	if d.changes || d.own.Changing != nil { // what another one left is taken back
		if err := s.redefine(ctx, p, d, nil); err != nil {
			return "", err
		}
		d.version++
	}
	w := Work{Object: d.object, Search: d.search}
	for _, name := range slices.Sorted(maps.Keys(d.later)) {
		w.Fields = append(w.Fields, d.later[name])
	}
	err = s.store.Together(ctx, func(ctx context.Context) error {
		if job, err = s.jobs.StartJob(ctx, p, Kind, w, ""); err != nil {
			return err
		}
		return s.note(ctx, p.Organization, p.User, w, job, d.version)
	})
	return job, err
}

// note notes in the definition which change its job executes.
func (s *Service) note(ctx context.Context, organization, by id.ID, w Work, job id.ID, version int64) error {
	_, err := s.store.Redefine(ctx, organization, by, w.Object, "object.changing", func(have *schema.Definitions) (*schema.Own, error) {
		stands := have.Of(w.Object)
		own := stands.Own
		if stands.Version != version {
			return nil, errMet
		}
		if own == nil { // an object of the product that nobody has added to
			return nil, fault.New(fault.Internal, "%s has nothing that could change.", w.Object)
		}
		next := copyOf(own)
		next.Changing = &schema.Changing{Job: job, By: by, Fields: w.Fields, Search: w.Search, Since: version + 1}
		return next, nil
	})
	return err
}

// stands returns how a job's change stands: noted in the definition, in force, or neither.
func (s *Service) stands(ctx context.Context, on feature.Portion, w Work) (isNoted, isDone bool, at schema.Defined, err error) {
	have, err := s.store.Definitions(ctx, on.Organization)
	if err != nil {
		return false, false, at, err
	}
	at = have.Of(w.Object)
	if at.Own == nil || at.Own.Retired != nil {
		return false, false, at, fault.New(fault.Conflict, "The object was retired.")
	}
	return at.Own.Changing != nil && at.Own.Changing.Job == on.Job, at.Own.Done == on.Job, at, nil
}

// takeUp notes a change again that was given up when its job failed or was canceled, where
// the object is as it was then.
func (s *Service) takeUp(ctx context.Context, on feature.Portion, w Work, at schema.Defined) error {
	changed := fault.New(fault.Conflict, "The object was changed in the meantime. Make the change again.")
	if c := at.Own.Changing; c != nil && s.isOpen(ctx, on.Organization, c.Job) {
		return changed
	}
	keys := at.Own.Keys()
	for _, f := range w.Fields {
		had := at.Own.Named(f.Name)
		if had == nil || had.Key() != f.Key() && keys[f.Key()] || had.Key() == f.Key() && had.Type != f.Type {
			return changed
		}
	}
	return s.note(ctx, on.Organization, on.By.User, w, on.Job, at.Version)
}

// allowed reports whether somebody may change what a job does.
func (w Work) allowed(may rights, own *schema.Own) bool {
	if may.may(own.App) {
		return true
	}
	return w.Search == nil && !slices.ContainsFunc(w.Fields, func(f *schema.Field) bool {
		had := own.Named(f.Name)
		return had == nil || !may.may(had.App)
	})
}

// Before does what the next portion of a change needs that no transaction may hold.
func (s *Service) Before(ctx context.Context, on feature.Portion, w Work) (isReady bool, err error) {
	at, err := placeOf(on.Cursor)
	if err != nil {
		return false, err
	}
	may, err := s.rights(ctx, on.By)
	if err != nil {
		return false, err
	}
	isNoted, isDone, stands, err := s.stands(ctx, on, w)
	switch {
	case err != nil:
		return false, err
	case !w.allowed(may, stands.Own):
		return false, errOthers
	case isDone:
		return true, nil
	case !isNoted:
		if err := s.takeUp(ctx, on, w, stands); err != nil {
			return false, err
		}
		at = place{}
	case at.Since != stands.Own.Changing.Since:
		at = place{}
	}
	switch at.Phase {
	case prepare:
		return true, s.store.Prepare(ctx, on.Organization, w.Object, on.Job)
	case build:
		if err := s.fits(ctx, on, w); err != nil {
			return false, err
		}
		isReady, err = s.store.Indexes(ctx, on.Organization, w.Object, on.Job)
		if errors.Is(err, row.ErrMisfit) { // written since
			err = errors.Join(s.fits(ctx, on, w), fault.New(fault.Conflict, "Records written in the meantime don't fit. Retry."))
		}
		return isReady, err
	case swap:
		isDone, err := s.store.Swap(ctx, on.Organization, on.By.User, w.Object, on.Job)
		if err == nil && !isDone {
			err = s.fits(ctx, on, w)
			if err == nil {
				err = fault.New(fault.Unavailable, "Records written in the meantime don't fit.")
			}
		}
		return isDone, err
	default: // a transaction does the rest
		return true, nil
	}
}

// outcome is what is told of records that don't fit.
type outcome struct {
	Object   string        `json:"object"`
	Count    int64         `json:"count"`
	Problems []row.Problem `json:"problems"`
}

// fits fails where records don't fit the change. The job lists them, for readers who may read
// the object: its error says how many they are and nothing of any.
func (s *Service) fits(ctx context.Context, on feature.Portion, w Work) error {
	found, count, err := s.store.Problems(ctx, on.Organization, w.Object, on.Job, told)
	if err != nil || count == 0 {
		return err
	}
	result, err := json.Marshal(outcome{Object: w.Object, Count: count, Problems: found})
	if err != nil {
		return fmt.Errorf("problems of a change: %w", err)
	}
	return &feature.FailedError{Err: fault.New(fault.Invalid, "%s, and nothing was changed. The problems of this job list the records, to users who may read them.", fault.Count(count, "record doesn't fit", "records don't fit")), Problems: result}
}

// Portion does one portion of a change, and says how far it has got.
func (s *Service) Portion(ctx context.Context, on feature.Portion, w Work) (feature.Progress, error) {
	at, err := placeOf(on.Cursor)
	if err != nil {
		return on.Progress, err
	}
	isNoted, isDone, stands, err := s.stands(ctx, on, w)
	switch {
	case err != nil:
		return on.Progress, err
	case isDone && at.Phase != refill && at.Phase != history:
		at = place{Phase: refill}
	case !isDone && !isNoted:
		return on.Progress, fault.New(fault.VersionConflict, "The change was abandoned.")
	case !isDone && at.Since != stands.Own.Changing.Since:
		at = place{}
	}
	since := at.Since
	if !isDone {
		since = stands.Own.Changing.Since
	}
	progress := on.Progress
	if at, err = s.portion(ctx, on, w, at, &progress); err != nil {
		return on.Progress, err
	}
	at.Since = since
	cursor, err := json.Marshal(at)
	progress.Cursor = string(cursor)
	return progress, err
}

func (s *Service) portion(ctx context.Context, on feature.Portion, w Work, at place, progress *feature.Progress) (place, error) {
	switch at.Phase {
	case prepare:
		size, err := s.store.Size(ctx, on.Organization, w.Object)
		progress.Done, progress.Total = 0, max(size, 1)
		return place{Phase: convert}, err
	case convert:
		last, n, err := s.store.Convert(ctx, on.Organization, w.Object, on.Job, at.After, convertedAtOnce)
		progress.Done += n
		if last == "" {
			return place{Phase: fill}, err
		}
		return place{Phase: convert, After: last}, err
	case fill, refill:
		return s.fill(ctx, on, w, at, progress)
	case build:
		return place{Phase: swap}, nil
	case swap:
		return place{Phase: refill}, nil
	case history:
		return s.past(ctx, on, w, at, progress)
	default:
		return at, fault.New(fault.Internal, "A change has no phase %q.", at.Phase)
	}
}

// fill fills some of the records in which a required field is empty, one field after the
// other, each from the first record to the last until none is found: others write meanwhile.
func (s *Service) fill(ctx context.Context, on feature.Portion, w Work, at place, progress *feature.Progress) (place, error) {
	for at.Field < len(w.Fields) {
		f := w.Fields[at.Field]
		var ids []id.ID
		if f.Required && f.Default != nil {
			var err error
			if ids, err = s.store.Empty(ctx, on.Organization, w.Object, f.Name, at.After, filledAtOnce); err != nil {
				return at, err
			}
		}
		switch {
		case len(ids) > 0:
			writes := make([]row.Write, len(ids))
			for i, one := range ids {
				writes[i] = row.Write{Object: w.Object, ID: one, Op: entry.Updated, Set: row.Fields{f.Name: f.Default}, Cause: "object.filled"}
			}
			progress.Done = min(progress.Done+int64(len(ids)), progress.Total)
			at.After = ids[len(ids)-1]
			return at, s.store.CommitMany(ctx, row.Change{Organization: on.Organization, By: on.By.User, Writes: writes})
		case at.After != "":
			at.After = ""
		default:
			at.Field++
		}
	}
	if at.Phase == refill {
		return place{Phase: history}, nil
	}
	return place{Phase: build}, nil
}

// past converts what some records were, of one field after the other. A portion ends in time
// for its transaction even if many fields change.
func (s *Service) past(ctx context.Context, on feature.Portion, w Work, at place, progress *feature.Progress) (place, error) {
	begun := time.Now()
	for n := int64(0); at.Field < len(w.Fields); {
		last, read, err := s.store.ConvertHistory(ctx, on.Organization, w.Object, w.Fields[at.Field].Key(), at.After, convertedAtOnce)
		if last == "" {
			at.Field++
		}
		at.After = last
		if n += read; err != nil || n >= convertedAtOnce || at.Field < len(w.Fields) && time.Since(begun) > convertedFor {
			return at, err
		}
	}
	progress.Over, progress.Done = true, progress.Total
	progress.Result, progress.Link = "The object was changed.", "/view/"+w.Object+"/list"
	return at, nil
}

// GiveUp takes back what was prepared for a change that failed or was canceled.
func (s *Service) GiveUp(ctx context.Context, organization, job id.ID, w Work) error {
	return s.store.GiveUp(ctx, organization, w.Object, job)
}
