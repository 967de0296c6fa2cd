package rest

import (
	"bufio"
	"net/http"
	"strconv"
	"sync"

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

// streamBuffer is as long as most pages of a list: what fits into it is sent whole, with its
// length.
const streamBuffer = 32 << 10

var streamBuffers = sync.Pool{New: func() any { return bufio.NewWriterSize(nil, streamBuffer) }}

// stream writes an answer as it is made, so that it is never there as a whole a
// second time.
func stream(w http.ResponseWriter, write func(out *bufio.Writer) error) error {
	to := &begun{ResponseWriter: w}
	out, _ := streamBuffers.Get().(*bufio.Writer)
	out.Reset(to)
	defer func() {
		out.Reset(nil)
		streamBuffers.Put(out)
	}()
	w.Header().Set("Content-Type", "application/json")
	err := write(out)
	if !to.is {
		w.Header().Set("Content-Length", strconv.Itoa(out.Buffered()))
	}
	if err != nil || out.Flush() != nil {
		return errGone
	}
	return nil
}

// begun knows whether anything was sent yet.
type begun struct {
	http.ResponseWriter
	is bool
}

func (b *begun) Write(p []byte) (int, error) {
	b.is = true
	return b.ResponseWriter.Write(p)
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
