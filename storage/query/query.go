package query

import (
	"errors"

	"switchboard/storage/fault"
	"switchboard/storage/query/check"
	"switchboard/storage/query/dates"
	"switchboard/storage/query/lex"
	"switchboard/storage/query/sql"
	"switchboard/storage/row"
)

// What others need of the stages.
type (
	// View is an object as a reader sees it.
	View = check.View
	// Way is one relation in which its records stand to him.
	Way = check.Way
	// Clock is what words for days are read by.
	Clock = dates.Clock
	// Statement is a compiled query without its literals.
	Statement = sql.Statement
	// Output is a key of the answer.
	Output = sql.Output
)

// Reader is on whose behalf a query is asked.
type Reader interface {
	check.Reader
	// Version changes with what the reader may see, and with the registry.
	Version() string
}

// Tables say how the objects lie in the database.
type Tables = row.Layout

// Compiled is a query that can be run.
type Compiled struct {
	*Statement

	Args []any
	// Limit and Offset are what the text says; -1 for nothing.
	Limit, Offset int
}

// Functions lists the names of all that a query may call.
func Functions() []string { return check.Functions() }

// refusal makes a fault of what a stage refused.
func refusal(text string, tokens []lex.Token, err error) error {
	e, is := errors.AsType[*lex.Error](err)
	if !is {
		return err
	}
	if e.Word == "" {
		e.Word = wordAt(text, tokens, e.At)
	}
	out := fault.Field("query", "%s", e.Message)
	line, column := lex.Place(text, e.At)
	out.Place = &fault.Place{Line: line, Column: column, Word: e.Word, Expected: e.Expected, Nearest: e.Nearest}
	return out
}

// wordAt is what stands at a place, "" at the end.
func wordAt(text string, tokens []lex.Token, at int) string {
	for i := range tokens {
		if tokens[i].At == at {
			return lex.Shown(text[at:tokens[i].To])
		}
	}
	return ""
}
