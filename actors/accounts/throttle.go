package accounts

import (
	"container/list"
	"sync"
	"time"
)

// throttle counts guesses per key in a window, in bounded memory: beyond its
// size the key that was touched longest ago is forgotten.
type throttle struct {
	limit  int
	window time.Duration
	size   int

	mu    sync.Mutex
	byKey map[string]*list.Element
	order *list.List // of *guesses, most recently touched first
}

type guesses struct {
	key   string
	count int
	since time.Time
}

func newThrottle(limit int, window time.Duration, size int) *throttle {
	return &throttle{limit: limit, window: window, size: size, byKey: map[string]*list.Element{}, order: list.New()}
}

// take counts one guess; wait is how long the key is closed, 0 where it is open.
// A guess at a closed key is not counted.
func (t *throttle) take(key string, now time.Time) (wait time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	element := t.byKey[key]
	if element == nil {
		if t.order.Len() >= t.size {
			oldest := t.order.Back()
			delete(t.byKey, t.order.Remove(oldest).(*guesses).key) //nolint:forcetypeassert // the list holds nothing else
		}
		element = t.order.PushFront(&guesses{key: key, since: now})
		t.byKey[key] = element
	} else {
		t.order.MoveToFront(element)
	}
	g := element.Value.(*guesses) //nolint:forcetypeassert // the list holds nothing else
	if now.Sub(g.since) >= t.window {
		g.count, g.since = 0, now
	}
	if g.count >= t.limit {
		return max(time.Second, t.window-now.Sub(g.since))
	}
	g.count++
	return 0
}

// forgive takes a counted guess back; forget drops the key.
func (t *throttle) forgive(key string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if element := t.byKey[key]; element != nil {
		g := element.Value.(*guesses) //nolint:forcetypeassert // the list holds nothing else
		g.count = max(0, g.count-1)
	}
}

func (t *throttle) forget(key string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if element := t.byKey[key]; element != nil {
		t.order.Remove(element)
		delete(t.byKey, key)
	}
}
