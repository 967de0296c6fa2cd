package simulator

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// flag parses a boolean parameter.
func flag(form url.Values, name string, otherwise bool) bool {
	if b, err := strconv.ParseBool(form.Get(name)); err == nil {
		return b
	}
	return otherwise
}

// words parses a list that is repeated, or separated by spaces, or both.
func words(form url.Values, name string, otherwise string) []string {
	list := strings.Fields(strings.Join(form[name], " "))
	if len(list) == 0 {
		return []string{otherwise}
	}
	return list
}

// maxPage is the provider's page limit in the 2010 API.
const maxPage = 1000

// page pages a list by PageSize, up to maxSize, and Page, in the format of the 2010
// API.
func page(r *http.Request, name string, list []any, maxSize int) map[string]any {
	q := r.URL.Query()
	size, number := 50, 0
	if n, err := strconv.Atoi(q.Get("PageSize")); err == nil && n >= 1 {
		size = min(n, maxSize)
	}
	if n, err := strconv.Atoi(q.Get("Page")); err == nil && n >= 0 {
		number = n
	}
	start := min(number*size, len(list))
	end := min(start+size, len(list))
	at := func(n int) string {
		q.Set("Page", strconv.Itoa(n))
		q.Set("PageSize", strconv.Itoa(size))
		return r.URL.Path + "?" + q.Encode()
	}
	out := map[string]any{
		name: list[start:end], "page": number, "page_size": size, "start": start, "end": max(start, end-1),
		"uri": at(number), "first_page_uri": at(0), "next_page_uri": "", "previous_page_uri": "",
	}
	if end < len(list) {
		out["next_page_uri"] = at(number + 1)
	}
	if number > 0 {
		out["previous_page_uri"] = at(number - 1)
	}
	return out
}

func stamp(t *time.Time) any {
	if t == nil {
		return nil
	}
	return t.Format(time.RFC1123Z)
}

// now returns the timestamp of a response.
func now() any {
	at := time.Now().UTC()
	return stamp(&at)
}
