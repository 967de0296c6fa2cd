package jobs

import "switchboard/storage/schema"

// Object is the object of jobs.
const Object = "job"

// The states of a job.
const (
	Queued   = "queued"
	Running  = "running"
	Done     = "done"
	Failed   = "failed"
	Canceled = "canceled"
)

func jobObject() *schema.Object {
	return &schema.Object{
		APIName: Object, Title: "Job", Kept: "Jobs are kept: they say what was done.", Making: "make jobs by hand", Order: "created_date",
		Columns: []string{"status", "done", "total", "owner", "created_date"},
		Base:    []schema.Grant{{Relation: schema.ToOwner, Update: []string{"dismissed"}}},
		Mine:    &schema.Mine{},
		Fields: []*schema.Field{
			{Name: "name", Title: "Name", Type: schema.Text, ReadOnly: true},
			{Name: "owner", Title: "Started By", Type: schema.Lookup, Target: "user", Indexed: true, ReadOnly: true},
			{Name: "kind", Title: "Kind", Type: schema.Text, ReadOnly: true},
			{Name: "status", Title: "Status", Type: schema.Enum, Options: []string{Queued, Running, Done, Failed, Canceled}, Default: Queued, ReadOnly: true, Indexed: true},
			{Name: "done", Title: "Done", Type: schema.Integer, Default: int64(0), ReadOnly: true, Untracked: true},
			{Name: "total", Title: "Total", Type: schema.Integer, ReadOnly: true, Untracked: true, HelpText: "Empty while nobody knows"},
			{Name: "error", Title: "Error", Type: schema.Text, ReadOnly: true, Mentions: true, Withhold: withoutFirst, HelpText: "Why it failed"},
			{Name: "started_date", Title: "Started", Type: schema.DateTime, ReadOnly: true},
			{Name: "finished_date", Title: "Finished", Type: schema.DateTime, ReadOnly: true},
			{Name: "result", Title: "Result", Type: schema.TextArea, ReadOnly: true, HelpText: "What came of it"},
			{Name: "problems", Title: "Problems", Type: schema.JSON, ReadOnly: true, Untracked: true, Mentions: true, Withhold: withholdProblems, HelpText: "The records that were in its way"},
			{Name: "link", Title: "Link", Type: schema.Text, ReadOnly: true, HelpText: "The page that shows what came of it"},
			{Name: "dismissed", Title: "Dismissed", Type: schema.Boolean, Default: false, Untracked: true, HelpText: "Whether the one who started it has put it away"},
			{Name: "payload", Title: "Payload", Type: schema.JSON, ReadOnly: true, Internal: true, Mentions: true},
			{Name: "cursor", Title: "Cursor", Type: schema.Text, ReadOnly: true, Internal: true},
			// The ticket under which it is queued: one that it had before counts no more.
			{Name: "ticket", Title: "Ticket", Type: schema.Integer, ReadOnly: true, Internal: true},
		},
	}
}
