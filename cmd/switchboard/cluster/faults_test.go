package cluster_test

import (
	"testing"
	"time"
)

// storm lets everybody work while a fault happens, and checks the laws afterwards.
func (w *world) storm(t *testing.T, fault func()) {
	t.Helper()
	began := time.Now()
	work := w.begin()
	pass(700 * time.Millisecond)
	fault()
	pass(700 * time.Millisecond)
	work.end()
	worked := time.Since(began)
	w.laws(t, false)
	t.Logf("worked for %s, checked in %s", worked.Round(time.Millisecond), (time.Since(began) - worked).Round(time.Millisecond))
}

// Nothing is wrong: the laws hold, so what breaks them below is the fault.
func TestThreeNodes(t *testing.T) {
	w := theWorld(t)
	w.storm(t, func() { pass(time.Second) })
}
