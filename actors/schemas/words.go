package schemas

import "strconv"

// records says how many records do something.
func records(n int64, does string) string {
	if n == 1 {
		if does == "have" {
			does = "has"
		}
		return "1 record " + does
	}
	return strconv.FormatInt(n, 10) + " records " + does
}
