package simulator

import (
	"strconv"

	"switchboard/actors/carrier/simulator/voice"
)

func (a *voiceAPI) conference(c *voice.Conference) map[string]any {
	uri := "/2010-04-01/Accounts/" + a.account + "/Conferences/" + c.SID
	out := map[string]any{
		"sid": c.SID, "account_sid": a.account, "friendly_name": c.Name, "status": c.Status, "region": "us1",
		"api_version": voice.APIVersion, "date_created": stamp(&c.Created), "date_updated": now(),
		"uri": uri + ".json", "subresource_uris": map[string]string{"participants": uri + "/Participants.json"},
	}
	if c.Ended != nil {
		out["reason_conference_ended"], out["call_sid_ending_conference"] = c.Reason, orNull(c.EndedBy)
	}
	return out
}

func (a *voiceAPI) participant(c *voice.Conference, l *voice.Leg) map[string]any {
	status := map[string]string{
		voice.Queued: "queued", voice.Ringing: "ringing", voice.InProgress: "connected", voice.Completed: "complete",
	}[l.Status]
	if status == "" {
		status = "failed"
	}
	out := map[string]any{
		"account_sid": a.account, "call_sid": l.SID, "label": l.Label, "conference_sid": c.SID,
		"call_sid_to_coach": nil, "coaching": l.Coaches != "", "muted": l.Muted, "hold": l.Held,
		"end_conference_on_exit": l.EndsIt, "start_conference_on_enter": l.Starts, "status": status,
		"date_created": stamp(&l.Created), "date_updated": now(), "queue_time": "0",
		"uri": "/2010-04-01/Accounts/" + a.account + "/Conferences/" + c.SID + "/Participants/" + l.SID + ".json",
	}
	if l.Coaches != "" {
		out["call_sid_to_coach"] = l.Coaches
	}
	return out
}

func (a *voiceAPI) call(l *voice.Leg) map[string]any {
	out := map[string]any{
		"sid": l.SID, "account_sid": a.account, "api_version": voice.APIVersion, "direction": l.Direction,
		"from": l.From, "from_formatted": l.From, "to": l.To, "to_formatted": l.To, "status": l.Status,
		"date_created": stamp(&l.Created), "date_updated": now(),
		"start_time": stamp(l.Answered), "end_time": stamp(l.Ended), "duration": nil, "queue_time": "0",
		"uri": "/2010-04-01/Accounts/" + a.account + "/Calls/" + l.SID + ".json", "subresource_uris": map[string]string{},
	}
	if l.Ended != nil && l.Answered != nil {
		out["duration"] = strconv.Itoa(int(l.Ended.Sub(*l.Answered).Seconds()))
	}
	return out
}
