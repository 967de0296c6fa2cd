package fault

import "strconv"

// Count formats a number with a noun: "1 record", "2 records". one and many may include the verb:
// Count(n, "value was", "values were").
func Count[N ~int | ~int64](n N, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.FormatInt(int64(n), 10) + " " + many
}
