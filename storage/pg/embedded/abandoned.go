package embedded

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"
)

const dyingPatience = 10 * time.Second

// awaitAbandoned waits for the processes of a server whose program was killed:
// until the last one has gone, PostgreSQL would refuse the cluster. The lock is
// ours, so nobody else can be starting one.
func awaitAbandoned(ctx context.Context, cluster string) error {
	if _, err := os.Lstat(cluster); errors.Is(err, os.ErrNotExist) {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, dyingPatience)
	defer cancel()
	ticker := time.NewTicker(10 * time.Millisecond)
	defer ticker.Stop()
	for {
		pids, err := clusterProcesses(cluster)
		if err != nil {
			return err
		}
		if len(pids) == 0 {
			return nil
		}
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return fmt.Errorf("another PostgreSQL still serves this cluster (processes %v); stop it first", pids)
		}
	}
}
