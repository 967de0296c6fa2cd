package simulator

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"

	"switchboard/storage/fault"
)

// maxControl bounds a request to the control API.
const maxControl = 16 << 10

// Control is the API of the simulator's page: POST /simulator/calls {from, to}, GET
// /simulator/state, POST /simulator/calls/{sid}/hangup, /answer, /voice {tone} and
// /media {sdp}, GET /simulator/calls/{sid}/hearing, POST /simulator/texts {from, to,
// body} (or a form that has files, too), GET /simulator/media/{sid}, POST /simulator/refuse {on} and /simulator/outage {on}. A request accesses
// only the numbers that ours returns for it. fail writes an error as a problem.
func (s *Simulator) Control(ours func(*http.Request) []string, fail func(http.ResponseWriter, *http.Request, error)) http.Handler {
	return control(func(r *http.Request) outside { return s.outside(only(ours(r))) }, fail)
}

// control serves the API with the access of each request.
func control(of func(*http.Request) outside, fail func(http.ResponseWriter, *http.Request, error)) http.Handler {
	mux := http.NewServeMux()
	route := func(pattern string, handle func(r *http.Request) (int, any, error)) {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			limit := int64(maxControl)
			if isForm(r) && r.URL.Path == "/simulator/texts" {
				limit = maxForm
			}
			r.Body = http.MaxBytesReader(w, r.Body, limit)
			status, body, err := handle(r)
			if err != nil {
				fail(w, r, err)
				return
			}
			if write, is := body.(http.HandlerFunc); is {
				write(w, r)
				return
			}
			reply(w, status, body)
		})
	}
	route("POST /simulator/calls", func(r *http.Request) (int, any, error) {
		var in struct {
			From string `json:"from"`
			To   string `json:"to"`
		}
		if err := decode(r, &in); err != nil {
			return 0, nil, err
		}
		made, err := of(r).placeCall(in.From, in.To)
		return http.StatusCreated, map[string]string{"sid": made}, err
	})
	route("POST /simulator/texts", func(r *http.Request) (int, any, error) {
		in, err := readText(r)
		if err != nil {
			return 0, nil, err
		}
		made, err := of(r).sendText(in.From, in.To, in.Body, in.files...)
		return http.StatusCreated, map[string]string{"sid": made}, err
	})
	route("POST /simulator/refuse", func(r *http.Request) (int, any, error) {
		var in struct {
			On bool `json:"on"`
		}
		if err := decode(r, &in); err != nil {
			return 0, nil, err
		}
		return http.StatusNoContent, nil, of(r).refuse(in.On)
	})
	route("POST /simulator/outage", func(r *http.Request) (int, any, error) {
		var in struct {
			On bool `json:"on"`
		}
		if err := decode(r, &in); err != nil {
			return 0, nil, err
		}
		return http.StatusNoContent, nil, of(r).fail(in.On)
	})
	route("POST /simulator/calls/{sid}/hangup", func(r *http.Request) (int, any, error) {
		return http.StatusNoContent, nil, of(r).hangUp(r.PathValue("sid"))
	})
	route("POST /simulator/calls/{sid}/answer", func(r *http.Request) (int, any, error) {
		return http.StatusNoContent, nil, of(r).answer(r.PathValue("sid"))
	})
	route("POST /simulator/calls/{sid}/voice", func(r *http.Request) (int, any, error) {
		var in struct {
			Tone int `json:"tone"`
		}
		if err := decode(r, &in); err != nil {
			return 0, nil, err
		}
		return http.StatusNoContent, nil, of(r).voice(r.PathValue("sid"), in.Tone)
	})
	route("GET /simulator/calls/{sid}/hearing", func(r *http.Request) (int, any, error) {
		heard, err := of(r).hears(r.PathValue("sid"))
		return http.StatusOK, heard, err
	})
	route("POST /simulator/calls/{sid}/media", func(r *http.Request) (int, any, error) {
		var in struct {
			SDP string `json:"sdp"`
		}
		if err := decode(r, &in); err != nil {
			return 0, nil, err
		}
		answer, err := of(r).talk(r.Context(), r.PathValue("sid"), in.SDP)
		return http.StatusOK, map[string]string{"sdp": answer}, err
	})
	route("GET /simulator/media/{sid}", func(r *http.Request) (int, any, error) {
		content, err := of(r).media(r.PathValue("sid"))
		return http.StatusOK, content, err
	})
	route("GET /simulator/state", func(r *http.Request) (int, any, error) {
		return http.StatusOK, of(r).state(), nil
	})
	return mux
}

func decode(r *http.Request, into any) error {
	decoder := json.NewDecoder(r.Body)
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(into); err != nil {
		if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
			return fault.Wrap(err, fault.TooLarge, "The request has at most %d bytes.", maxControl)
		}
		return fault.Wrap(err, fault.Malformed, "The request is not the JSON that is expected here.")
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return fault.New(fault.Malformed, "Something follows the request's JSON.")
	}
	return nil
}

// reply writes JSON; a nil body writes only the status.
func reply(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Cache-Control", "no-store")
	if body == nil {
		w.WriteHeader(status)
		return
	}
	raw, err := json.Marshal(body)
	if err != nil { // views are plain values
		panic(err)
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(raw)
}
