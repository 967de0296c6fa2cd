package simulator

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"switchboard/actors/carrier/simulator/voice"
)

// recordings registers the routes of recordings.
func (a *voiceAPI) recordings(account string, route func(pattern string, do operation)) {
	route("POST "+account+"/Calls/{call}/Recordings.json", a.createRecording)
	route("GET "+account+"/Calls/{call}/Recordings.json", a.listRecordings)
	route("POST "+account+"/Calls/{call}/Recordings/{file}", a.updateRecording)
	route("GET "+account+"/Recordings/{file}", a.fetchRecording)
	route("DELETE "+account+"/Recordings/{file}", a.deleteRecording)
}

// updateConference plays an announcement in a conference, or ends it.
func (a *voiceAPI) updateConference(r *http.Request) (int, any, *refusal) {
	if r.PostForm.Has("Status") {
		return a.endConference(r)
	}
	address := r.PostForm.Get("AnnounceUrl")
	if u, err := url.Parse(address); err != nil || u.Host == "" {
		return 0, nil, refuse(http.StatusBadRequest, 21609, "AnnounceUrl is not a valid URL: %s", address)
	}
	var body any
	err := a.store.update(func(w *world) error {
		c := w.calls.Conferences.Live(named(r))
		if c == nil {
			return unknown(r)
		}
		w.calls.AskAnnouncement(c, address)
		body = a.conference(c)
		return nil
	})
	return http.StatusOK, body, refusalOf(err)
}

func (a *voiceAPI) createRecording(r *http.Request) (int, any, *refusal) {
	f := r.PostForm
	if channels := f.Get("RecordingChannels"); channels != "" && channels != "mono" {
		return 0, nil, refuse(http.StatusBadRequest, 20001, "RecordingChannels must be mono here")
	}
	var body any
	err := a.store.update(func(w *world) error {
		if err := w.schedule.Busy(); err != nil {
			return err
		}
		l := w.calls.Legs[r.PathValue("call")]
		switch {
		case l == nil:
			return unknown(r)
		case l.Over() || l.Answered == nil || w.calls.Recordings.Live(l.SID) != nil:
			return refuse(http.StatusBadRequest, 21220, "Requested resource is not eligible for recording")
		}
		body = a.recording(w.calls.Record(l, f.Get("RecordingStatusCallback"), words(f, "RecordingStatusCallbackEvent", voice.Completed)))
		return nil
	})
	return http.StatusCreated, body, refusalOf(err)
}

func (a *voiceAPI) listRecordings(r *http.Request) (int, any, *refusal) {
	list, known := []any{}, false
	a.store.view(func(w *world) {
		known = w.calls.Legs[r.PathValue("call")] != nil
		for _, one := range w.calls.Recordings.Of(r.PathValue("call")) {
			list = append(list, a.recording(one))
		}
	})
	if !known {
		return 0, nil, unknown(r)
	}
	return http.StatusOK, page(r, "recordings", list, maxPage), nil
}

func (a *voiceAPI) updateRecording(r *http.Request) (int, any, *refusal) {
	status, pause := r.PostForm.Get("Status"), r.PostForm.Get("PauseBehavior")
	if status != voice.InProgress && status != voice.Paused && status != voice.Stopped {
		return 0, nil, refuse(http.StatusBadRequest, 20001, "Status must be in-progress, paused or stopped")
	}
	var body any
	err := a.store.update(func(w *world) error {
		one := w.calls.Recordings[named(r)]
		switch {
		case one == nil || one.Leg != r.PathValue("call"):
			return unknown(r)
		case !one.Live():
			return refuse(http.StatusBadRequest, 21220, "Requested resource is not eligible for recording")
		}
		w.calls.AlterRecording(one, status, pause != "skip")
		body = a.recording(one)
		return nil
	})
	return http.StatusOK, body, refusalOf(err)
}

// fetchRecording returns a recording's data, or its sound for a path with .mp3.
func (a *voiceAPI) fetchRecording(r *http.Request) (int, any, *refusal) {
	sid, isSound := strings.CutSuffix(r.PathValue("file"), ".mp3")
	if !isSound {
		sid = named(r)
	}
	var body any
	a.store.view(func(w *world) {
		if one := w.calls.Recordings[sid]; one != nil && (!isSound || one.Status == voice.Completed) {
			body = a.recording(one)
		}
	})
	if body == nil {
		return 0, nil, unknown(r)
	}
	if isSound {
		return http.StatusOK, a.sound(sid), nil
	}
	return http.StatusOK, body, nil
}

// sound writes a recording, or the requested part.
func (a *voiceAPI) sound(sid string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		sound, err := a.tapes.Read(sid)
		if err != nil {
			reply(w, http.StatusNotFound, unknown(r))
			return
		}
		defer func() { _ = sound.Close() }()
		w.Header().Set("Content-Type", "audio/mpeg")
		http.ServeContent(w, r, "", time.Time{}, sound)
	}
}

func (a *voiceAPI) deleteRecording(r *http.Request) (int, any, *refusal) {
	return http.StatusNoContent, nil, refusalOf(a.store.update(func(w *world) error {
		one := w.calls.Recordings[named(r)]
		if one == nil || one.Live() {
			return unknown(r)
		}
		w.calls.Delete(one)
		return nil
	}))
}

func (a *voiceAPI) recording(r *voice.Recording) map[string]any {
	out := map[string]any{
		"sid": r.SID, "account_sid": a.account, "call_sid": r.Leg, "conference_sid": nil, "api_version": voice.APIVersion,
		"status": r.Status, "channels": 1, "source": "StartCallRecordingAPI", "track": "both", "duration": nil, "error_code": nil,
		"date_created": stamp(&r.Started), "date_updated": now(), "start_time": stamp(&r.Started), "price": nil, "price_unit": "USD", "encryption_details": nil,
		"uri": "/2010-04-01/Accounts/" + a.account + "/Calls/" + r.Leg + "/Recordings/" + r.SID + ".json",
	}
	if !r.Live() {
		out["duration"] = strconv.Itoa(r.Seconds)
	}
	return out
}
