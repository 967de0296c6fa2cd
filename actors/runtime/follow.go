package runtime

import (
	goruntime "runtime"
	"slices"
	"sync"
	"weak"

	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Follower follows the log for the Writers of this process (eventlog.Follower). A
// Writer reloads its rows before its next command if another writer changed them: a
// node that briefly owned the same identity, a bulk writer or an import. It is set in
// WriterOptions and registered with the relay.
//
// It never blocks, and an entry without a live Writer costs one map lookup. It holds
// Writers by weak pointers, because an engine does not report when it drops an actor.
type Follower struct {
	isPart IsPart
	mu     sync.Mutex
	live   map[id.ID]map[id.ID][]weak.Pointer[watch] // by organization and identity
}

// IsPart reports whether an object's records belong to a thread's state and have no
// identity of their own. A bulk entry names the records, not their threads.
type IsPart func(organization id.ID, object string) bool

// NewFollower returns a follower without Writers.
func NewFollower(isPart IsPart) *Follower {
	return &Follower{isPart: isPart, live: map[id.ID]map[id.ID][]weak.Pointer[watch]{}}
}

// maxNews bounds the size of either map of a watch. Above it, entries are dropped in
// the safe direction: the Writer reloads once more than necessary.
const maxNews = 1024

// change is one version of one record. removed marks the end of a record.
type change struct {
	record  id.ID
	version int64
}

const removed int64 = -1

// watch holds the logged changes of one Writer's rows. Guarded by Follower.mu.
type watch struct {
	follower *Follower
	// own are the Writer's commits whose entries have not arrived yet.
	own map[change]struct{}
	// news are changes that are not known to be the Writer's own. A relay may be
	// faster than the commit's response, so the next command decides.
	news  map[change]struct{}
	stale bool // a change without a version, or too many changes
}

// Append implements eventlog.Follower.
func (f *Follower) Append(organization id.ID, entries []entry.Entry) {
	f.mu.Lock()
	defer f.mu.Unlock()
	live := f.live[organization]
	if len(live) == 0 {
		return
	}
	for i := range entries {
		e := &entries[i]
		if e.Op == entry.Bulk {
			f.bulk(organization, live, e)
			continue
		}
		c := changeOf(e)
		tell(live[e.ID], c)
		if t := e.Route.After.Thread; t != "" && t != e.ID {
			tell(live[t], c)
		}
		if t := e.Route.Before.Thread; t != "" && t != e.ID && t != e.Route.After.Thread {
			tell(live[t], c) // it left this thread
		}
	}
}

// Serves implements eventlog.Selective. A Writer is watched before it reads its rows.
func (f *Follower) Serves(organization id.ID) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.live[organization]) > 0
}

// Watched returns the number of followed Writers.
func (f *Follower) Watched() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	n := 0
	for _, organization := range f.live {
		for _, watches := range organization {
			for _, w := range watches {
				if w.Value() != nil {
					n++
				}
			}
		}
	}
	return n
}

func changeOf(e *entry.Entry) change {
	if e.Op == entry.Removed {
		return change{e.ID, removed}
	}
	return change{e.ID, e.Version}
}

func (f *Follower) bulk(organization id.ID, live map[id.ID][]weak.Pointer[watch], e *entry.Entry) {
	if f.isPart(organization, e.Object) {
		for _, watches := range live {
			doubt(watches)
		}
		return
	}
	for _, record := range e.IDs {
		doubt(live[record])
	}
}

func doubt(watches []weak.Pointer[watch]) {
	for _, p := range watches {
		if w := p.Value(); w != nil {
			w.stale = true
		}
	}
}

func tell(watches []weak.Pointer[watch], c change) {
	for _, p := range watches {
		w := p.Value()
		if w == nil || w.stale {
			continue
		}
		if _, ours := w.own[c]; ours {
			delete(w.own, c) // each version has one entry
			continue
		}
		if len(w.news) >= maxNews {
			w.stale = true
			clear(w.news)
			continue
		}
		w.news[c] = struct{}{}
	}
}

// watch starts to follow an identity. It ends when the watch is garbage collected.
func (f *Follower) watch(who Identity) *watch {
	w := &watch{follower: f, own: map[change]struct{}{}, news: map[change]struct{}{}}
	f.mu.Lock()
	defer f.mu.Unlock()
	live := f.live[who.Organization]
	if live == nil {
		live = map[id.ID][]weak.Pointer[watch]{}
		f.live[who.Organization] = live
	}
	live[who.ID] = append(live[who.ID], weak.Make(w))
	goruntime.AddCleanup(w, f.forget, who)
	return w
}

// forget drops the dead watches of an identity.
func (f *Follower) forget(who Identity) {
	f.mu.Lock()
	defer f.mu.Unlock()
	live := f.live[who.Organization]
	left := slices.DeleteFunc(live[who.ID], func(p weak.Pointer[watch]) bool { return p.Value() == nil })
	if len(left) > 0 {
		live[who.ID] = left
		return
	}
	delete(live, who.ID)
	if len(live) == 0 {
		delete(f.live, who.Organization)
	}
}

// loading resets the watch before the Writer reads its rows, which contain all
// earlier changes.
func (w *watch) loading() {
	if w == nil {
		return
	}
	w.follower.mu.Lock()
	defer w.follower.mu.Unlock()
	w.stale = false
	clear(w.news)
}

// behind reports whether another writer changed the Writer's rows since loading.
func (w *watch) behind() bool {
	if w == nil {
		return false
	}
	w.follower.mu.Lock()
	defer w.follower.mu.Unlock()
	return w.stale || len(w.news) > 0
}

// committed records the Writer's own changes, so that their entries are ignored.
func (w *watch) committed(writes []row.Write, records []row.Record) {
	if w == nil {
		return
	}
	w.follower.mu.Lock()
	defer w.follower.mu.Unlock()
	for _, r := range records {
		w.mine(change{r.ID, r.Version})
	}
	for _, write := range writes {
		if write.Op == entry.Removed {
			w.mine(change{write.ID, removed})
		}
	}
}

func (w *watch) mine(c change) {
	if _, came := w.news[c]; came {
		delete(w.news, c)
		return
	}
	if len(w.own) >= maxNews {
		clear(w.own)
	}
	w.own[c] = struct{}{}
}
