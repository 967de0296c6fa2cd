package doctor

import (
	"fmt"
	"io"
)

type verdict string

const (
	ok   verdict = "ok"
	warn verdict = "warn"
	fail verdict = "FAIL"
)

// finding is one line: the subject, its state, and what to do if there is a
// problem.
type finding struct {
	verdict verdict
	subject string
	detail  string
}

func found(v verdict, subject, format string, args ...any) finding {
	return finding{v, subject, fmt.Sprintf(format, args...)}
}

// write prints findings and counts those that failed.
func write(out io.Writer, findings []finding) (failed int, err error) {
	for _, f := range findings {
		if f.verdict == fail {
			failed++
		}
		if _, err := fmt.Fprintf(out, "%-4s  %s: %s\n", f.verdict, f.subject, f.detail); err != nil {
			return failed, fmt.Errorf("write: %w", err)
		}
	}
	return failed, nil
}
