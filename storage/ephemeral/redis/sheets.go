package redis

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"strconv"
	"strings"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"switchboard/storage/ephemeral"
)

// serialField holds a sheet's serial; the fields' own names begin with fieldPrefix.
const serialField, fieldPrefix = "#", "="

// write changes a sheet that stands at a serial: KEYS are the sheet, ARGV the serial
// before, the sealed one after, the time that it is kept, then for each field whether it
// is set, its name and its sealed value. A seal is 32 bytes long.
var write = goredis.NewScript(`
if ARGV[1] == '0' then
  redis.call('DEL', KEYS[1])
else
  local at = redis.call('HGET', KEYS[1], '#')
  if not at or string.sub(at, 33) ~= ARGV[1] then return 0 end
end
redis.call('HSET', KEYS[1], '#', ARGV[2])
for i = 4, #ARGV, 3 do
  if ARGV[i] == '1' then
    redis.call('HSET', KEYS[1], ARGV[i + 1], ARGV[i + 2])
  else
    redis.call('HDEL', KEYS[1], ARGV[i + 1])
  end
end
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 1`)

// sheet is the key of a sheet.
func (l *Leases) sheet(group, member, name string) string {
	var b strings.Builder
	b.WriteString(l.namespace + ":sheets")
	for _, part := range []string{group, member, name} { // any may have colons
		b.WriteString(":" + strconv.Itoa(len(part)) + ":" + part)
	}
	return b.String()
}

// sealField puts the MAC of a field, of its sheet and its name before its value.
func (l *Leases) sealField(sheet, field string, value []byte) []byte {
	h := hmac.New(sha256.New, l.key)
	for _, name := range []string{"sheet", sheet, field} {
		h.Write(binary.BigEndian.AppendUint64(nil, uint64(len(name))))
		h.Write([]byte(name))
	}
	h.Write(value)
	return append(h.Sum(nil), value...)
}

func (l *Leases) openField(sheet, field string, sealed []byte) (value []byte, ok bool) {
	if len(sealed) < sha256.Size {
		return nil, false
	}
	value = sealed[sha256.Size:]
	return value, hmac.Equal(sealed, l.sealField(sheet, field, value))
}

// Write implements ephemeral.Sheets: one request for all sheets.
func (l *Leases) Write(ctx context.Context, group, member string, changes map[string]ephemeral.Change, ttl time.Duration) (lost []string, err error) {
	ctx, cancel := context.WithTimeout(ctx, l.timeout)
	defer cancel()
	names := make([]string, 0, len(changes))
	for name := range changes {
		names = append(names, name)
	}
	slices.Sort(names)
	results, err := l.writeAll(ctx, group, member, names, changes, ttl)
	if goredis.HasErrorPrefix(err, "NOSCRIPT") { // the server has restarted; nothing was written
		if err := write.Load(ctx, l.client).Err(); err != nil {
			return nil, unreachable(err)
		}
		results, err = l.writeAll(ctx, group, member, names, changes, ttl)
	}
	if err != nil {
		return nil, unreachable(err)
	}
	for i, name := range names {
		if results[i] == 0 {
			lost = append(lost, name)
		}
	}
	return lost, nil
}

func (l *Leases) writeAll(ctx context.Context, group, member string, names []string, changes map[string]ephemeral.Change, ttl time.Duration) ([]int64, error) {
	pipe := l.client.Pipeline()
	commands := make([]*goredis.Cmd, len(names))
	for i, name := range names {
		key, c := l.sheet(group, member, name), changes[name]
		to := l.sealField(key, serialField, strconv.AppendInt(nil, c.To, 10))
		args := []any{c.From, to, ttl.Milliseconds()}
		for field, value := range c.Fields {
			field = fieldPrefix + field
			if value == nil {
				args = append(args, 0, field, "")
			} else {
				args = append(args, 1, field, l.sealField(key, field, value))
			}
		}
		commands[i] = write.EvalSha(ctx, pipe, []string{key}, args...)
	}
	if _, err := pipe.Exec(ctx); err != nil {
		return nil, err
	}
	results := make([]int64, len(names))
	for i, command := range commands {
		var err error
		if results[i], err = command.Int64(); err != nil {
			return nil, err
		}
	}
	return results, nil
}

// Read implements ephemeral.Sheets. It omits and counts sheets and fields without a valid MAC.
func (l *Leases) Read(ctx context.Context, group, member string, names ...string) (map[string]ephemeral.Sheet, error) {
	ctx, cancel := context.WithTimeout(ctx, l.timeout)
	defer cancel()
	pipe := l.client.Pipeline()
	commands := make([]*goredis.MapStringStringCmd, len(names))
	for i, name := range names {
		commands[i] = pipe.HGetAll(ctx, l.sheet(group, member, name))
	}
	if len(names) == 0 {
		return nil, nil //nolint:nilnil // nothing was asked for
	}
	if _, err := pipe.Exec(ctx); err != nil {
		return nil, unreachable(err)
	}
	out := map[string]ephemeral.Sheet{}
	for i, name := range names {
		if held, ok := l.openSheet(l.sheet(group, member, name), commands[i].Val()); ok {
			out[name] = held
		}
	}
	return out, nil
}

func (l *Leases) openSheet(key string, held map[string]string) (s ephemeral.Sheet, ok bool) {
	if len(held) == 0 {
		return s, false
	}
	raw, genuine := l.openField(key, serialField, []byte(held[serialField]))
	serial, err := strconv.ParseInt(string(raw), 10, 64)
	if !genuine || err != nil {
		l.forged.Add(1)
		return s, false
	}
	s = ephemeral.Sheet{Serial: serial, Fields: map[string][]byte{}}
	for field, sealed := range held {
		if field == serialField {
			continue
		}
		value, genuine := l.openField(key, field, []byte(sealed))
		own, prefixed := strings.CutPrefix(field, fieldPrefix)
		if !genuine || !prefixed {
			l.forged.Add(1)
			continue
		}
		s.Fields[own] = value
	}
	return s, true
}

// Erase implements ephemeral.Sheets.
func (l *Leases) Erase(ctx context.Context, group, member string, names ...string) error {
	if len(names) == 0 {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, l.timeout)
	defer cancel()
	keys := make([]string, len(names))
	for i, name := range names {
		keys[i] = l.sheet(group, member, name)
	}
	return unreachable(l.client.Del(ctx, keys...).Err())
}
