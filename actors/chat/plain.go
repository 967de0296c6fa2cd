package chat

import (
	"regexp"
	"strings"
)

// marks are the marks of Markdown that a preview leaves out.
var marks = []struct {
	find *regexp.Regexp
	with string
}{
	{regexp.MustCompile("(?m)^\\s*```\\w*\\s*$"), ""},
	{regexp.MustCompile(`(?m)^\s{0,3}(#{1,6}|>)\s+`), ""},
	{regexp.MustCompile(`!?\[([^\]]*)\]\([^)\s]*\)`), "$1"},
	{regexp.MustCompile(`\*\*(\S(?:[^*]*\S)?)\*\*`), "$1"},
	{regexp.MustCompile(`(^|\W)\*(\S(?:[^*]*\S)?)\*`), "$1$2"},
	{regexp.MustCompile("`([^`]+)`"), "$1"},
}

// plain returns the words of a message without the marks of Markdown, on one line.
func plain(body string) string {
	for _, mark := range marks {
		body = mark.find.ReplaceAllString(body, mark.with)
	}
	return strings.Join(strings.Fields(body), " ")
}
