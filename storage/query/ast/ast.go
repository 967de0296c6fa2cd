package ast

import "switchboard/storage/query/dates"

// Name is a word of the text that names something.
type Name struct {
	At   int
	Text string
}

// Select is a query, or one inside another.
type Select struct {
	At       int
	Distinct bool
	Columns  []Column
	From     Source
	Joins    []Join
	Where    Expr // nil for none
	Group    []Expr
	Having   Expr
	Order    []Order
	// Limit and Offset are slots of literals, -1 for none.
	Limit, Offset Count
}

// Count is a whole number of the text.
type Count struct {
	At, Slot int
}

// Column is one column of the answer, or a star that stands for several.
type Column struct {
	At    int
	Star  bool
	Of    Name // before the star, "" for none
	Value Expr // nil for a star
	As    Name // "" where it has no name of its own
}

// Source is an object, or a query in its place.
type Source struct {
	At     int
	Object Name
	Query  *Select // nil for an object
	As     Name    // "" for the object's own name
}

// JoinKind says which rows a join keeps that have no match.
type JoinKind uint8

// The kinds.
const (
	Inner JoinKind = iota
	Left
	Right
)

// Join adds a source.
type Join struct {
	At   int
	Kind JoinKind
	To   Source
	On   Expr
}

// Order sorts by a value.
type Order struct {
	By         Expr
	Descending bool
}

// Expr is a value.
type Expr interface {
	// Where is the byte at which it begins.
	Where() int
}

// At is where a node begins.
type At int

// Where implements Expr.
func (a At) Where() int { return int(a) }

// The nodes of values.
type (
	// Path names a field, one of another record behind a lookup, or a member of a value.
	Path struct {
		At

		Parts []Name
	}
	// Literal is a value of the author's, by its slot.
	Literal struct {
		At

		Slot   int
		Number bool
		// Date is the word that a text is, nil for any other.
		Date *dates.Word
		// Negative says that a minus stands before it, Decimal that it is no whole number.
		Negative, Decimal bool
		// Day says that it has the form of a plain day.
		Day bool
	}
	// Constant is TRUE, FALSE or NULL.
	Constant struct {
		At

		Value *bool // nil for NULL
	}
	// Date is a word that names a stretch of time. Count is the slot of its number, -1
	// where it has none; then Word is what it means, else Way (-1 LAST, 1 NEXT) and Unit.
	Date struct {
		At

		Word  dates.Word
		Count int
		Way   int
		Unit  string
	}
	// Unary is NOT or a minus.
	Unary struct {
		At

		Op string
		X  Expr
	}
	// Binary is an operator between two values.
	Binary struct {
		At

		Op   string
		OpAt int
		L, R Expr
	}
	// In asks whether a value is one of several, or one that a query finds.
	In struct {
		At

		X    Expr
		Not  bool
		List []Expr
		Sub  *Select
	}
	// Between asks whether a value lies between two others.
	Between struct {
		At

		X, Low, High Expr
		Not          bool
	}
	// Like asks whether a text is like a pattern.
	Like struct {
		At

		X, Pattern Expr
		Not        bool
	}
	// IsNull asks whether there is no value.
	IsNull struct {
		At

		X   Expr
		Not bool
	}
	// Exists asks whether a query finds anything.
	Exists struct {
		At

		Sub *Select
	}
	// Case takes the value of the first condition that holds.
	Case struct {
		At

		Of    Expr // what the conditions are compared with, nil for nothing
		Whens []When
		Else  Expr // nil for none
	}
	// Each makes a row of each entry of a list, and one without a value of an empty list. No
	// text says it: it is a column of a sub-select that the product makes.
	Each struct {
		At

		X Expr
	}
	// Call is a function of some values.
	Call struct {
		At

		Name     Name
		Distinct bool
		Star     bool
		Args     []Expr
	}
)

// When is one condition of a Case, with what it gives.
type When struct {
	If, Then Expr
}
