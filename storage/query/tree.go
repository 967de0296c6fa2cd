package query

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"switchboard/storage/query/ast"
	"switchboard/storage/query/check"
	"switchboard/storage/query/lex"
	"switchboard/storage/query/parse"
	"switchboard/storage/query/sql"
)

// Tree is a query that the product makes of settings: of the tree of somebody's text, or of
// none. It goes through the same checker and the same writer as a text.
type Tree struct {
	Select *ast.Select
	// Literals are its literals by slot. What is refused has the place of one of them, or of
	// a node.
	Literals []lex.Token
}

// Parse makes the tree of a text, for one that is made around it.
func Parse(text string) (Tree, error) {
	r := room{}
	var err error
	if r.tokens, err = lex.Tokens(text, nil); err != nil {
		return Tree{}, Refusal(text, err)
	}
	r.shape()
	tree, err := parse.Query(r.tokens)
	if err != nil {
		return Tree{}, refusal(text, r.tokens, err)
	}
	return Tree{Select: tree, Literals: r.literals}, nil
}

// Refusal makes a fault with its place of what a stage refused in a text.
func Refusal(text string, err error) error {
	tokens, failed := lex.Tokens(text, nil)
	if failed != nil {
		tokens = nil
	}
	return refusal(text, tokens, err)
}

// At is where in the text, or behind it, a stage refused something; ok is false for what
// is no refusal of a stage.
func At(err error) (e *lex.Error, ok bool) { return errors.AsType[*lex.Error](err) }

// CompileTree makes a statement of a tree. What a stage refuses is its own error (At).
func (c *Compiler) CompileTree(tree Tree, reader Reader, tables Tables, clock func() (Clock, error)) (*Compiled, error) {
	checked, err := check.Check(tree.Select, reader)
	if err != nil {
		return nil, err
	}
	statement, err := sql.Write(checked, tables)
	if err != nil {
		return nil, err
	}
	return bound(statement, tree.Literals, clock)
}

// TreeRequest asks for rows of a tree's query, at most Most.
type TreeRequest struct {
	Tree   Tree
	Reader Reader
	Clock  func() (Clock, error)
	Most   int
}

// PreparedTree is a tree's query that can be run. Its rows can be kept for as long as
// nothing is changed that they were made of.
type PreparedTree interface {
	// Key is the same of what has the same rows, as long as nothing is changed: it holds what
	// the reader may see, the version of the tables, the query and the days that its words mean.
	Key() string
	Run(ctx context.Context) (Rows, error)
	// Since tells whether something was changed since a mark that the rows could be made
	// of, and gives the mark of now.
	Since(ctx context.Context, mark Mark) (now Mark, changed bool, err error)
}

// Rows are the rows of a tree's query, each with its columns as clients are shown them.
type Rows struct {
	Cells [][]json.RawMessage
	More  bool
	Mark  Mark
	// Took is how long the database worked, beside an error too; Bytes what the rows hold.
	Took  time.Duration
	Bytes int
}

// Mark is a moment in the changes of an organization: the head of its log, and how many
// changes of the objects in question were committed and not in the log yet.
type Mark struct {
	Seq, Pending int64
}
