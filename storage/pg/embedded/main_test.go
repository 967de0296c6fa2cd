package embedded_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"testing"

	"go.uber.org/goleak"

	"switchboard/storage/pg/embedded"
)

// childDir, when set, turns the test binary into a program that starts a server
// there, prints its DSN and waits to be killed.
const childDir = "EMBEDDED_TEST_CHILD_DIR"

func TestMain(m *testing.M) {
	if dir := os.Getenv(childDir); dir != "" {
		os.Exit(child(dir))
	}
	goleak.VerifyTestMain(m)
}

func child(dir string) int {
	server, err := embedded.Start(context.Background(), embedded.Config{DataDir: dir})
	if err != nil {
		fmt.Println("error:", err)
		return 1
	}
	fmt.Println(server.DSN())
	_, _ = bufio.NewReader(os.Stdin).ReadString('\n') // nothing is ever sent
	return 0
}
