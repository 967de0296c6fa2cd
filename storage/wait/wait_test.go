package wait_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"switchboard/storage/wait"
)

func TestForEndsWithItsTimeOrItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		if !wait.For(t.Context(), time.Hour) || time.Since(began) != time.Hour {
			t.Errorf("it took %s", time.Since(began))
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		began = time.Now()
		if wait.For(ctx, time.Hour) || time.Since(began) != time.Minute {
			t.Errorf("it ended after %s", time.Since(began))
		}
		if wait.For(ctx, 0) {
			t.Error("nothing to wait for, and the context has ended")
		}
		if !wait.For(t.Context(), -1) {
			t.Error("nothing to wait for")
		}
	})
}

func TestEveryGoesOnUntilItsContextEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second+1)
		defer cancel()
		began, done := time.Now(), 0
		wait.Every(ctx, time.Second, func() {
			if done++; done == 1 && time.Since(began) != time.Second {
				t.Errorf("the first came after %s", time.Since(began))
			}
		})
		if done != 10 {
			t.Errorf("%d were done", done)
		}
	})
}
