package rest

import (
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5"

	"switchboard/actors/budgets"
	"switchboard/actors/records"
	"switchboard/storage/access"
	"switchboard/storage/fault"
)

var boardQuery = []string{"columns", "swimlanes", "sums", "filter", "comparison", "search"}

// board answers GET v1/object/{object}/board?columns=&swimlanes=&sums=a,b with records.Board.
func (o *objects) board(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
	query := r.URL.Query()
	err := only(query, "A board", boardQuery)
	if err != nil {
		return err
	}
	q := records.BoardRequest{Columns: query.Get("columns"), Swimlanes: query.Get("swimlanes"), Search: query.Get("search")}
	for name := range strings.SplitSeq(query.Get("sums"), ",") {
		if name = strings.TrimSpace(name); name != "" {
			q.Sums = append(q.Sums, name)
		}
	}
	switch strings.ToUpper(query.Get("comparison")) {
	case "", "AND":
	case "OR":
		q.Any = true
	default:
		return fault.Field("comparison", "comparison must be AND or OR")
	}
	if q.Filter, err = parseFilter(query.Get("filter")); err != nil {
		return err
	}
	done, err := o.budgets.Read(r.Context(), p, budgets.Search)
	if err != nil {
		return err
	}
	var board records.Board
	defer func() { done(board.Took, 0) }()
	if board, err = o.records.Board(r.Context(), p, objectName(chi.URLParam(r, "object")), q); err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, board)
}
