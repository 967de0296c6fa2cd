package fault

import "strconv"

// Count words a number of things in English: "1 record", "2 records". one and many may hold
// the verb as well: Count(n, "value was", "values were").
func Count[N ~int | ~int64](n N, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.FormatInt(int64(n), 10) + " " + many
}
