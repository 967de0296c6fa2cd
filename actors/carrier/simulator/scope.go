package simulator

import (
	"net/http"
	"slices"
	"strings"
)

// scopeHeader names the numbers that a request to a simulator of another process
// is about, with commas between them. Whoever signs in with the account and leaves
// it out asks for all.
const scopeHeader = "Simulator-Numbers"

// scope is which of the account's numbers a request is about: the account is one,
// the organizations that have numbers of it are many, and none may see or touch
// another's calls and texts. The zero value has none.
type scope struct {
	all     bool
	numbers []string
}

var everything = scope{all: true}

func only(numbers []string) scope { return scope{numbers: numbers} }

// numbers are those of the account.
type numbers []Number

func (n numbers) has(number string) bool {
	return slices.ContainsFunc(n, func(one Number) bool { return one.Number == number })
}

// in lists the numbers that a scope has.
func (n numbers) in(s scope) numbers {
	list := numbers{}
	for _, one := range n {
		if s.has(one.Number) {
			list = append(list, one)
		}
	}
	return list
}

func (s scope) has(number string) bool { return s.all || slices.Contains(s.numbers, number) }

// scopeOfHeader reads what Remote.Control wrote.
func scopeOfHeader(r *http.Request) scope {
	values, named := r.Header[scopeHeader]
	if !named {
		return everything
	}
	return only(strings.Split(strings.Join(values, ","), ","))
}
