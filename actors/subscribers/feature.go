package subscribers

import (
	"context"

	"switchboard/actors/feature"
	"switchboard/storage/access"
	"switchboard/storage/id"
	"switchboard/storage/schema"
)

const subscriberObject = "notification_subscriber"

// Feature declares the subscriptions of people to records.
var Feature = feature.Feature{Name: "subscribers", Objects: []*schema.Object{subscriber()}, Start: start}

// Principals give a user with the rights that he has now.
type Principals interface {
	ActsFor(ctx context.Context, organization, user id.ID) (access.Principal, error)
}

func start(h *feature.Host) feature.Running {
	return feature.Running{Reviewers: Reviewers(h.Store, feature.Need[Principals](h))}
}

// subscriber is that one person is told one thing of one record. Clients name the record by
// its id and its object; record is the same as one reference, by which an erasure finds it.
func subscriber() *schema.Object {
	return &schema.Object{
		APIName: subscriberObject, Title: "Notification Subscriber", RelatesToAnyObject: true,
		Route: schema.RouteRule{Owner: "user"},
		Base: []schema.Grant{{
			Relation: schema.ToOwner, Update: []string{"name", "notification_setting", "active"}, Delete: true,
		}},
		BaseCreate: []string{"name", "user", "notification_setting", "record_id", "object", "active"},
		Columns:    []string{"user", "notification_setting", "object", "active", "modified_date"},
		Fields: []*schema.Field{
			{Name: "name", Title: "Name", Type: schema.Text},
			{Name: "user", Title: "User", Type: schema.Lookup, Target: "user", Required: true, Indexed: true, Erased: &schema.Erased{Whole: true}},
			{
				Name: "notification_setting", Title: "Notification Setting", Type: schema.Enum, Required: true,
				Options: []string{"Inbound SMS Alert", "SMS Outbound", "Twilio Conversation Unread Messages", "Chat Message Created", "Chat Updated"},
			},
			{
				Name: "record_id", Title: "Record", Type: schema.Text, Required: true, MaxLength: 36,
				Unique: true, UniquePer: []string{"user", "notification_setting"}, Taken: "This user is already a subscriber of this record with this notification setting.",
			},
			{Name: "object", Title: "Object", Type: schema.ObjectName, Required: true},
			{Name: "active", Title: "Active", Type: schema.Boolean, Default: true},
			{Name: "record", Title: "Reference", Type: schema.AnyObject, Internal: true, Indexed: true, Spelled: "record_id", Erased: &schema.Erased{Whole: true}},
		},
	}
}
