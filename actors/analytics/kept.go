package analytics

import (
	"container/list"
	"sync"
	"time"

	"switchboard/storage/query"
)

const (
	// keptBytes bounds the answers that are kept; beyond it the one goes that was asked for
	// the longest time ago. largest bounds one of them.
	keptBytes = 32 << 20
	largest   = 1 << 20
	// besides is what an answer takes beside its JSON.
	besides = 512
	// longestKept is how old an answer may become.
	longestKept = time.Hour
)

// answer is a report that was made.
type answer struct {
	json []byte
	at   time.Time
	mark query.Mark
}

func (a *answer) size() int { return len(a.json) + besides }

// kept are answers by their keys.
type kept struct {
	mu    sync.Mutex
	most  int
	bytes int
	byKey map[string]*list.Element
	order *list.List // of *place, the one that was asked for last in front
}

type place struct {
	key    string
	answer *answer
}

func newKept(most int) *kept {
	return &kept{most: most, byKey: map[string]*list.Element{}, order: list.New()}
}

// get returns the answer of a key, nil for none. It is not to be changed.
func (k *kept) get(key string) *answer {
	k.mu.Lock()
	defer k.mu.Unlock()
	at := k.byKey[key]
	if at == nil {
		return nil
	}
	k.order.MoveToFront(at)
	return at.Value.(*place).answer //nolint:forcetypeassert // the list holds nothing else
}

func (k *kept) put(key string, a *answer) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if at := k.byKey[key]; at != nil {
		k.drop(at)
	}
	if a.size() > largest {
		return
	}
	k.bytes += a.size()
	k.byKey[key] = k.order.PushFront(&place{key, a})
	for k.bytes > k.most {
		k.drop(k.order.Back())
	}
}

// move notes that an answer was still true at a mark, so that less has to be looked through
// the next time; nothing where another one has come in its place.
func (k *kept) move(key string, a *answer, mark query.Mark) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if at := k.byKey[key]; at != nil && at.Value.(*place).answer == a { //nolint:forcetypeassert // the list holds nothing else
		at.Value = &place{key, &answer{json: a.json, at: a.at, mark: mark}}
	}
}

func (k *kept) drop(at *list.Element) {
	one, _ := at.Value.(*place)
	k.order.Remove(at)
	delete(k.byKey, one.key)
	k.bytes -= one.answer.size()
}
