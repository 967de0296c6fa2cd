package twilio

import (
	"context"
	"strconv"
	"time"

	voice "github.com/twilio/twilio-go/rest/api/v2010"

	"switchboard/actors/carrier"
	"switchboard/storage/fault"
)

// maxRecordings bounds the list of a leg's recordings.
const maxRecordings = 100

// Announce implements carrier.Recorder.
func (c *Client) Announce(ctx context.Context, a carrier.Announcement) error {
	sid, err := c.conferenceSID(ctx, string(a.Call))
	if err != nil {
		return err
	}
	if sid == "" {
		return fault.New(fault.NotFound, "The conference is over.")
	}
	params := (&voice.UpdateConferenceParams{}).SetAnnounceUrl(c.public.callback(AnnouncementPath, ofCall(a.Organization, a.Call))).SetAnnounceMethod("POST")
	_, err = c.voice(ctx).UpdateConference(sid, params)
	return refused(err)
}

// StartRecording implements carrier.Recorder. The provider can't record a running
// conference, but a leg in it.
// https://www.twilio.com/docs/voice/api/recording#create-a-recording
func (c *Client) StartRecording(ctx context.Context, r carrier.StartRecording) (carrier.Recording, error) {
	params := (&voice.CreateCallRecordingParams{}).SetRecordingChannels("mono").SetRecordingTrack("both").
		SetRecordingStatusCallback(c.public.callback(RecordingPath, ofCall(r.Organization, r.Call))).SetRecordingStatusCallbackMethod("POST").
		SetRecordingStatusCallbackEvent([]string{"in-progress completed absent"})
	made, err := c.voice(ctx).CreateCallRecording(r.Leg, params)
	if gone(err) {
		return carrier.Recording{}, fault.Wrap(err, fault.NotFound, "The call is over.")
	}
	if err != nil {
		return carrier.Recording{}, refused(err)
	}
	return recordingOf(made), nil
}

// ChangeRecording implements carrier.Recorder.
func (c *Client) ChangeRecording(ctx context.Context, leg, sid string, to carrier.RecordingStatus) error {
	params := (&voice.UpdateCallRecordingParams{}).SetStatus(string(to))
	if to == carrier.RecordingPaused {
		params.SetPauseBehavior("skip")
	}
	_, err := c.voice(repeatable(ctx)).UpdateCallRecording(leg, sid, params)
	if gone(err) {
		return fault.Wrap(err, fault.NotFound, "The recording is over.")
	}
	return refused(err)
}

// Recordings implements carrier.Recorder.
func (c *Client) Recordings(ctx context.Context, leg string) ([]carrier.Recording, error) {
	params := (&voice.ListCallRecordingParams{}).SetPageSize(maxRecordings).SetLimit(maxRecordings)
	list, err := c.voice(ctx).ListCallRecording(leg, params)
	if gone(err) {
		return nil, nil
	}
	if err != nil {
		return nil, refused(err)
	}
	found := make([]carrier.Recording, 0, len(list))
	for i := range list {
		found = append(found, recordingOf(&list[i]))
	}
	return found, nil
}

// DeleteRecording implements carrier.Recorder.
func (c *Client) DeleteRecording(ctx context.Context, sid string) error {
	if err := c.voice(ctx).DeleteRecording(sid, &voice.DeleteRecordingParams{}); err != nil && !gone(err) {
		return refused(err)
	}
	return nil
}

func recordingOf(r *voice.ApiV2010CallRecording) carrier.Recording {
	out := carrier.Recording{SID: text(r.Sid), Leg: text(r.CallSid), Status: carrier.RecordingStatus(text(r.Status)), Channels: r.Channels}
	if started, err := time.Parse(time.RFC1123Z, text(r.StartTime)); err == nil {
		out.Started = started.UTC()
	}
	if seconds, err := strconv.Atoi(text(r.Duration)); err == nil && seconds > 0 {
		out.Duration = time.Duration(seconds) * time.Second
	}
	return out
}
