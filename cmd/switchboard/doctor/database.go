package doctor

import (
	"fmt"
	"io"
)

// Database prints how queries are restricted to what their readers may see.
// unrestricted is the number of organizations whose queries run under the
// rights of the database's user.
func Database(out io.Writer, unrestricted int) error {
	_, err := write(out, []finding{judgeQueries(unrestricted)})
	return err
}

func judgeQueries(unrestricted int) finding {
	const subject = "queries"
	if unrestricted == 0 {
		return found(ok, subject, "they run under a role of each organization, which may read what people can be shown and nothing else")
	}
	of := fmt.Sprintf("%d organizations", unrestricted)
	if unrestricted == 1 {
		of = "one organization"
	}
	return found(warn, subject, "those of %s run under the rights of the database's user: only the compiler keeps them to what their readers may see. Let that user make roles (ALTER ROLE … CREATEROLE) and restart the nodes", of)
}
