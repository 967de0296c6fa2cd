package demo

import (
	"fmt"
	"time"

	"switchboard/storage/id"
	"switchboard/storage/row"
)

type chatSeed struct {
	name, topic string
	members     []int // of Users
	lines       []chatLine
}

type chatLine struct {
	user int
	text string
}

func chatSeeds() []chatSeed {
	return []chatSeed{
		{"Everyone", "Announcements and small talk", []int{0, 1, 2, 3, 4, 5, 6}, []chatLine{
			{0, "Welcome to the new desk. Calls, texts and this chat are live for all of us."},
			{1, "Spring catalogue goes out on Monday, expect more calls about the rain shells."},
			{2, "Noted. I have the size chart at hand."},
		}},
		{"Support floor", "Who takes what", []int{1, 2, 3, 4}, []chatLine{
			{1, "Alice and Ben take the phones until noon, Chloe has the texts."},
			{3, "On it."},
			{4, "Texts are nearly at zero. Two wait for the warehouse."},
		}},
		{"Portland store", "Pick-ups and repairs", []int{1, 5, 6}, []chatLine{
			{5, "The pole sleeves have arrived, repairs can be promised again."},
		}},
	}
}

func chatWrites(seed chatSeed, now time.Time) []row.Write {
	users := Users()
	members := make([]id.ID, 0, len(seed.members))
	read := map[id.ID]int64{}
	for _, m := range seed.members {
		members = append(members, users[m].ID)
		read[users[m].ID] = int64(len(seed.lines))
	}
	chat := id.Derived("demo/chat/" + seed.name)
	start := now.Add(-26 * time.Hour).Truncate(time.Second)
	last := seed.lines[len(seed.lines)-1]
	writes := []row.Write{create("chat", chat, row.Fields{
		"name": seed.name, "topic": seed.topic, "status": "Open", "members": members, "private": false, "owner": users[0].ID,
		"last_message": last.text, "last_message_at": start.Add(time.Duration(len(seed.lines)-1) * 4 * time.Minute),
		"last_number": int64(len(seed.lines)), "read_numbers": row.JSONValue(read),
	})}
	for i, line := range seed.lines {
		writes = append(writes, create("chat_message", id.Derived(fmt.Sprintf("demo/chat/%s/%d", seed.name, i)), row.Fields{
			"chat": chat, "number": int64(i + 1), "name": seed.name, "body": line.text, "direction": "Outgoing",
			"user": users[line.user].ID, "owner": users[line.user].ID, "created_date": start.Add(time.Duration(i) * 4 * time.Minute),
		}))
	}
	return writes
}
