package rest

import (
	"bufio"
	"net/http"
	"strconv"

	"switchboard/storage/entry"
)

// writeList answers with an object that holds the records under each of the keys.
func writeList(w http.ResponseWriter, keys []string, records []entry.Fields) error {
	return stream(w, func(out *bufio.Writer) error {
		for i, key := range keys {
			before := ","
			if i == 0 {
				before = "{"
			}
			_, _ = out.WriteString(before + strconv.Quote(key) + ":") // an error stays with the writer
			if err := array(out, records); err != nil {
				return err
			}
		}
		return out.WriteByte('}')
	})
}

// writeRows answers with an array of records.
func writeRows(w http.ResponseWriter, records []entry.Fields) error {
	return stream(w, func(out *bufio.Writer) error { return array(out, records) })
}

// stream writes an answer as it is made, so that it is never there as a whole a
// second time.
func stream(w http.ResponseWriter, write func(out *bufio.Writer) error) error {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusOK)
	out := bufio.NewWriterSize(w, 32<<10)
	if write(out) != nil || out.Flush() != nil {
		return errGone
	}
	return nil
}

func array(out *bufio.Writer, records []entry.Fields) error {
	_ = out.WriteByte('[') // an error stays with the writer
	for i, one := range records {
		if i > 0 {
			_ = out.WriteByte(',')
		}
		if _, err := out.Write(one.AppendJSON(out.AvailableBuffer())); err != nil {
			return err
		}
	}
	return out.WriteByte(']')
}
