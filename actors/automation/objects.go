package automation

import "switchboard/storage/schema"

// code is what is to run. It is kept and shown as text.
func code() *schema.Field { return &schema.Field{Name: "code", Title: "Code", Type: schema.Code} }

func name() *schema.Field {
	return &schema.Field{Name: "name", Title: "Name", Type: schema.Text, Required: true, Indexed: true}
}

// about are the fields that all triggers have: whether they are in use, and what they belong to and call.
func about() []*schema.Field {
	return []*schema.Field{
		{Name: "active", Title: "Active", Type: schema.Boolean, Default: true},
		{Name: "app", Title: "App", Type: schema.Lookup, Target: "app", Indexed: true},
		{Name: "function", Title: "Function", Type: schema.Lookup, Target: "function", Indexed: true, HelpText: "Runs instead of code of its own"},
		code(),
	}
}

func functionObject() *schema.Object {
	return &schema.Object{
		APIName: "function", Title: "Function", SuperuserOnly: true, Audited: true, Search: []string{"name", "api_name"},
		Columns: []string{"api_name", "language", "app", "active", "modified_date"},
		Fields: []*schema.Field{
			name(),
			{Name: "api_name", Title: "API Name", Type: schema.Text, Unique: true, MaxLength: 63},
			{Name: "language", Title: "Language", Type: schema.Enum, Options: []string{"JavaScript"}, Default: "JavaScript"},
			{Name: "timeout_ms", Title: "Time Limit (ms)", Type: schema.Integer, Default: int64(1_000)},
			{Name: "active", Title: "Active", Type: schema.Boolean, Default: true},
			{Name: "app", Title: "App", Type: schema.Lookup, Target: "app", Indexed: true},
			code(),
		},
	}
}

// recordTrigger runs when records change, and when something happens with them.
func recordTrigger() *schema.Object {
	return &schema.Object{
		APIName: "record_trigger", Title: "Record Trigger", SuperuserOnly: true, Audited: true, Search: []string{"name"},
		Columns: []string{"object", "events", "app", "active", "modified_date"},
		Fields: append([]*schema.Field{
			name(),
			{Name: "object", Title: "Object", Type: schema.ObjectName, Indexed: true},
			{Name: "events", Title: "Events", Type: schema.MultiPicklist, FixedOptions: true, Options: []string{
				"before_create", "after_create", "before_update", "after_update", "before_delete", "after_delete",
				"message_in", "call_ended", "conversation_opened",
			}},
			{Name: "order", Title: "Order", Type: schema.Integer, HelpText: "Of several, the lowest runs first"},
		}, about()...),
	}
}

// scheduleTrigger runs at times. When it ran the product says.
func scheduleTrigger() *schema.Object {
	return &schema.Object{
		APIName: "schedule_trigger", Alias: "scheduled_trigger", Title: "Schedule Trigger", SuperuserOnly: true, Audited: true, Search: []string{"name"},
		Columns: []string{"cron", "time_zone", "next_run", "last_run", "active"},
		Fields: append([]*schema.Field{
			name(),
			{Name: "cron", Title: "Schedule", Type: schema.Text, MaxLength: 100, HelpText: "As cron writes it: 0 9 * * 1-5 is at nine on weekdays"},
			{Name: "time_zone", Title: "Time Zone", Type: schema.Text, MaxLength: 64, IsZone: true},
			{Name: "next_run", Title: "Next Run", Type: schema.DateTime, ReadOnly: true, Untracked: true},
			{Name: "last_run", Title: "Last Run", Type: schema.DateTime, ReadOnly: true, Untracked: true},
			{Name: "last_error", Title: "Last Error", Type: schema.TextArea, ReadOnly: true, Untracked: true},
		}, about()...),
	}
}

// apiTrigger runs when its address is asked for.
func apiTrigger() *schema.Object {
	return &schema.Object{
		APIName: "api_trigger", Title: "API Trigger", SuperuserOnly: true, Audited: true, Search: []string{"name", "path"},
		Columns: []string{"method", "path", "auth", "app", "active"},
		Fields: append([]*schema.Field{
			name(),
			{Name: "method", Title: "Method", Type: schema.Enum, Options: []string{"GET", "POST", "PUT", "PATCH", "DELETE"}, Default: "POST"},
			{Name: "path", Title: "Path", Type: schema.Text, MaxLength: 200, Indexed: true},
			{Name: "auth", Title: "Sign-in", Type: schema.Enum, Options: []string{"user", "api_key", "none"}, Default: "user"},
		}, about()...),
	}
}
