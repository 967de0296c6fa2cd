package users

import "switchboard/storage/schema"

// Bounds on users' own data, which is sent with each change of it.
const (
	maxSettings     = 16 << 10
	maxAvailability = 4 << 10
)

// settingsShape lists a user's own preferences. The size of the whole bounds the free
// ones.
func settingsShape() schema.Shape {
	return schema.Shape{
		"theme": nil, "pinned_filters": nil, "list_modes": nil, "list_widths": nil, "boards": nil, "leftPanelContent": nil, "open_tabs": nil,
		"phone": nil, "allowIncomingWhileBusy": nil, "send_key": nil, "shortcuts": nil, "notifications": nil, "saved_messages": nil,
		"phone_settings": {
			"tabs": nil, "extension": nil, "input_device": nil, "output_device": nil,
			"enable_outgoing_sound": nil, "enable_incoming_sound": nil, "chat_service_sid": nil, "open_customer": nil, "ring_once": nil,
		},
	}
}

// availabilityShape lists the fields that determine when a user can be called: the
// live state, and the hours of each day.
func availabilityShape() schema.Shape {
	shape := schema.Shape{
		"call_availability": {
			"call_status": nil, "call": nil, "other_calls": nil, "resume_status": nil, "effective": nil, "reasons": nil,
			"available_for_web_calls": nil, "available_for_mobile_calls": nil,
			"allow_web_calls": nil, "allow_mobile_calls": nil, "has_mobile_app": nil,
		},
		"do_not_disturb": nil, "time_zone": nil, "holidays": nil,
	}
	for _, day := range []string{"sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"} {
		shape[day+"_enabled"], shape[day+"_start_time"], shape[day+"_end_time"], shape[day+moreHours] = nil, nil, nil, nil
	}
	return shape
}
