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

// Follower follows the log for the Writers of this process (eventlog.Follower):
// one whose rows somebody else changed reads them again before its next command.
// Another node that owned the same identity for a while, a bulk writer and an
// import are such others. Give it to WriterOptions and to the relay.
//
// It never blocks, and an entry that concerns no live Writer costs one read of a map. It
// holds Writers by weak pointers, since an engine does not say when it drops an actor.
type Follower struct {
	isPart IsPart
	mu     sync.Mutex
	live   map[id.ID]map[id.ID][]weak.Pointer[watch] // by organization and identity
}

// IsPart tells whether an object's records belong to a thread's state without an
// identity of their own: a bulk entry names the records and not their threads.
type IsPart func(organization id.ID, object string) bool

// NewFollower makes a follower without Writers.
func NewFollower(isPart IsPart) *Follower {
	return &Follower{isPart: isPart, live: map[id.ID]map[id.ID][]weak.Pointer[watch]{}}
}

// maxNews bounds what a watch keeps of either kind. Above it something is forgotten
// in the safe way: the Writer reads once more than it has to.
const maxNews = 1024

// change is one version of one record; removed stands for the end of a record.
type change struct {
	record  id.ID
	version int64
}

const removed int64 = -1

// watch is what the log told of one Writer's rows. Guarded by Follower.mu.
type watch struct {
	follower *Follower
	// own are the Writer's commits whose entries have not come yet.
	own map[change]struct{}
	// news are changes that the Writer is not known to have made. A relay may be
	// faster than the commit's own answer, so the next command judges them.
	news  map[change]struct{}
	stale bool // a change without a version, or too many
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

// Serves implements eventlog.Selective: a Writer is watched before it reads its rows.
func (f *Follower) Serves(organization id.ID) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.live[organization]) > 0
}

// Watched tells how many Writers are followed.
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
			delete(w.own, c) // a version is written once and told once
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

// watch begins to follow an identity; what comes from now on is kept. It ends when
// nobody holds the watch any more.
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

// forget drops the watches of an identity that nobody holds.
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

// loading says that the Writer reads its rows now: what was told before is in them.
func (w *watch) loading() {
	if w == nil {
		return
	}
	w.follower.mu.Lock()
	defer w.follower.mu.Unlock()
	w.stale = false
	clear(w.news)
}

// behind tells whether somebody else changed the Writer's rows since loading.
func (w *watch) behind() bool {
	if w == nil {
		return false
	}
	w.follower.mu.Lock()
	defer w.follower.mu.Unlock()
	return w.stale || len(w.news) > 0
}

// committed says what the Writer itself wrote, so that its entries are no news.
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
