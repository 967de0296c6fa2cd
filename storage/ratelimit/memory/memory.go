package memory

import (
	"container/list"
	"context"
	"sync"
	"time"

	"switchboard/storage/ratelimit"
)

// Size bounds the keys that are kept: some 20 MB.
const Size = 100_000

// Limiter implements ratelimit.Limiter.
type Limiter struct {
	now  func() time.Time
	size int

	mu    sync.Mutex
	byKey map[string]*list.Element
	order *list.List // of *allowance, most recently touched first
}

type allowance struct {
	ratelimit.Allowance

	key string
}

var _ ratelimit.Limiter = (*Limiter)(nil)

// New makes a limiter that keeps size keys at most, by a clock such as time.Now.
func New(size int, now func() time.Time) *Limiter {
	return &Limiter{now: now, size: max(1, size), byKey: map[string]*list.Element{}, order: list.New()}
}

// Take implements ratelimit.Limiter.
func (l *Limiter) Take(_ context.Context, key string, rate ratelimit.Rate, n int) time.Duration {
	if n < 1 {
		return 0
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.touch(key).Take(l.now(), rate, n)
}

// Give implements ratelimit.Limiter.
func (l *Limiter) Give(_ context.Context, key string, rate ratelimit.Rate, n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if element := l.byKey[key]; element != nil && n > 0 {
		element.Value.(*allowance).Give(rate, n) //nolint:forcetypeassert // the list holds nothing else
	}
}

// touch finds or makes the key's allowance.
func (l *Limiter) touch(key string) *allowance {
	if element := l.byKey[key]; element != nil {
		l.order.MoveToFront(element)
		return element.Value.(*allowance) //nolint:forcetypeassert // the list holds nothing else
	}
	if l.order.Len() >= l.size {
		delete(l.byKey, l.order.Remove(l.order.Back()).(*allowance).key) //nolint:forcetypeassert // the list holds nothing else
	}
	a := &allowance{key: key}
	l.byKey[key] = l.order.PushFront(a)
	return a
}
