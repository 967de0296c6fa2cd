package simulator

import (
	"net/http"
	"slices"
	"strings"
)

// scopeHeader lists the numbers of a request to a simulator in another process,
// separated by commas. Requests with the account's credentials and without the header
// access all.
const scopeHeader = "Simulator-Numbers"

// scope is the subset of the account's numbers that a request may access. Many
// organizations share the account, and none may access another's calls and texts. The
// zero value has none.
type scope struct {
	all     bool
	numbers []string
}

var everything = scope{all: true}

func only(numbers []string) scope { return scope{numbers: numbers} }

// numbers lists the account's numbers.
type numbers []Number

func (n numbers) has(number string) bool {
	return slices.ContainsFunc(n, func(one Number) bool { return one.Number == number })
}

// in returns the numbers in a scope.
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

// scopeOfHeader parses the header from Remote.Control.
func scopeOfHeader(r *http.Request) scope {
	values, named := r.Header[scopeHeader]
	if !named {
		return everything
	}
	return only(strings.Split(strings.Join(values, ","), ","))
}
