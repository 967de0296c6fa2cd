package query

import (
	"strconv"
	"sync"

	"switchboard/storage/query/bind"
	"switchboard/storage/query/check"
	"switchboard/storage/query/lex"
	"switchboard/storage/query/parse"
	"switchboard/storage/query/sql"
)

const (
	// remembered is how many shapes are kept of each kind.
	remembered = 2_000
	// longestShape bounds what is kept of one, in bytes: a list of a thousand ids has its
	// like never again.
	longestShape = 8 << 10
	// MaxOffset bounds how deep a page lies.
	MaxOffset = 10_000_000
)

// Compiler compiles queries and filters and remembers their shapes.
type Compiler struct {
	mu      sync.RWMutex
	shapes  map[string]*sql.Statement
	filters map[string]*conditionShape
	rooms   sync.Pool // of *room
}

// room is what one compilation needs for a while.
type room struct {
	tokens   []lex.Token
	literals []lex.Token
	key      []byte
}

// NewCompiler makes a compiler that remembers nothing yet.
func NewCompiler() *Compiler {
	return &Compiler{shapes: map[string]*sql.Statement{}, filters: map[string]*conditionShape{}, rooms: sync.Pool{New: func() any { return &room{} }}}
}

// Compile makes a statement of a text. clock is asked where the reader's time counts.
func (c *Compiler) Compile(text string, reader Reader, tables Tables, clock func() (Clock, error)) (*Compiled, error) {
	r, _ := c.rooms.Get().(*room)
	defer c.rooms.Put(r)
	var err error
	if r.tokens, err = lex.Tokens(text, r.tokens); err != nil {
		return nil, refusal(text, nil, err)
	}
	r.shape(reader.Version(), tables.Version())
	c.mu.RLock()
	statement := c.shapes[string(r.key)]
	c.mu.RUnlock()
	if statement == nil {
		if statement, err = compile(r.tokens, reader, tables); err != nil {
			return nil, refusal(text, r.tokens, err)
		}
		c.remember(r.key, statement)
	}
	out, err := bound(statement, r.literals, clock)
	if err != nil {
		return nil, refusal(text, r.tokens, err)
	}
	return out, nil
}

// bound makes the parameters of a statement of literals.
func bound(statement *sql.Statement, literals []lex.Token, clock func() (Clock, error)) (*Compiled, error) {
	out := &Compiled{Statement: statement, Args: make([]any, len(statement.Params))}
	l := bind.Literals{Tokens: literals, Most: MaxOffset}
	var err error
	if statement.Zoned {
		if l.Clock, err = clock(); err != nil {
			return nil, err
		}
	}
	for i, param := range statement.Params {
		if out.Args[i], err = param.Bind(&l); err != nil {
			return nil, err
		}
	}
	if out.Limit, err = count(statement.Limit, &l); err != nil {
		return nil, err
	}
	out.Offset, err = count(statement.Offset, &l)
	return out, err
}

// compile runs the stages.
func compile(tokens []lex.Token, reader Reader, tables Tables) (*sql.Statement, error) {
	tree, err := parse.Query(tokens)
	if err != nil {
		return nil, err
	}
	checked, err := check.Check(tree, reader)
	if err != nil {
		return nil, err
	}
	return sql.Write(checked, tables)
}

func count(v *bind.Value, l *bind.Literals) (int, error) {
	if v == nil {
		return -1, nil
	}
	value, err := v.Bind(l)
	n, _ := value.(int)
	return n, err
}

func (c *Compiler) remember(key []byte, statement *sql.Statement) {
	if len(key) > longestShape {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	keep(c.shapes, string(key), statement, remembered)
}

// keep keeps one more; where there are so many, any other one gives way.
func keep[T any](in map[string]T, key string, one T, most int) {
	if len(in) >= most {
		for other := range in {
			delete(in, other)
			break
		}
	}
	in[key] = one
}

// fewLiterals is among how many literals equal ones are looked for.
const fewLiterals = 32

// shape writes the key of the text's shape, gathers its literals, and gives equal ones one
// slot: values that are written alike are the same to GROUP BY.
func (r *room) shape(versions ...string) {
	r.key, r.literals = r.key[:0], r.literals[:0]
	for _, version := range versions {
		r.key = append(append(r.key, version...), 0)
	}
	for i := range r.tokens {
		t := &r.tokens[i]
		if !t.Literal() {
			r.key = append(append(append(r.key, byte('0'+t.Kind)), t.Text...), 0)
			continue
		}
		r.literals = append(r.literals, *t)
		for j := range r.literals[:min(len(r.literals)-1, fewLiterals)] {
			if first := &r.literals[j]; first.Kind == t.Kind && first.Text == t.Text {
				t.Slot = j
				break
			}
		}
		r.key = strconv.AppendInt(append(r.key, byte('0'+t.Kind)), int64(t.Slot), 10)
		// Of a number the tree knows whether it is whole, of a text which days it names.
		r.key = append(append(r.key, parse.Known(t)...), 0)
	}
}
