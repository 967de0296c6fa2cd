package calls

import "switchboard/storage/schema"

// RecordingObject is the object of recordings.
const RecordingObject = "twilio_recording"

// recordingObject's records are created by the recorded call and have the call's
// owner. Access to the audio follows from the call (Library.Listen).
func recordingObject() *schema.Object {
	return &schema.Object{
		APIName: RecordingObject, Title: "Recording", Making: "make recordings", Route: schema.RouteRule{Owner: "user"},
		Search: []string{"name", "number"}, Columns: []string{"start_time", "duration", "contact", "user", "call"}, Order: "start_time",
		Outside: &schema.Outside{Effect: EffectRecordingDelete, Field: "sid"},
		Base:    []schema.Grant{{Relation: schema.ToOwner}},
		Fields: []*schema.Field{
			{Name: "name", Title: "Name", Type: schema.Text, Indexed: true, Repeats: "call"},
			{Name: "sid", Title: "Provider Id", Type: schema.Text, Unique: true, Required: true, ReadOnly: true},
			{Name: "call", Title: "Call", Type: schema.Lookup, Target: "call", Required: true, ReadOnly: true, Indexed: true},
			{Name: "user", Title: "User", Type: schema.Lookup, Target: "user", ReadOnly: true, Indexed: true},
			{Name: "recorded_by", Title: "Recorded By", Type: schema.Lookup, Target: "user", ReadOnly: true},
			{Name: "contact", Title: "Contact", Type: schema.Lookup, Target: "contact", ReadOnly: true, Indexed: true, Erased: &schema.Erased{Whole: true}},
			{Name: "number", Title: "Number", Type: schema.Text, Phone: true, ReadOnly: true, Indexed: true},
			{Name: "direction", Title: "Direction", Type: schema.Enum, ReadOnly: true, Options: []string{"inbound", "outbound"}},
			{Name: "start_time", Title: "Start Time", Type: schema.DateTime, ReadOnly: true, Indexed: true},
			{Name: "duration", Title: "Duration", Type: schema.Integer, ReadOnly: true, Unit: "seconds", Width: 100},
			{Name: "channels", Title: "Channels", Type: schema.Integer, ReadOnly: true},
			{Name: "status", Title: "Status", Type: schema.Enum, ReadOnly: true, Options: []string{"completed"}},
		},
	}
}
