package carrier

import (
	"context"
	"io"
)

// Attachments stores the files of messages at the provider.
type Attachments interface {
	// StoreMedia stores a file that one message can refer to, and returns its sid. A
	// repeat stores it again, which is harmless: no message refers to the first one.
	StoreMedia(ctx context.Context, m StoreMedia) (sid string, err error)
	// OpenMedia opens an attachment for reading. The provider names the address of its
	// content, which may lie anywhere: only public hosts are asked, over TLS. It returns
	// fault.NotFound if there is none, and fault.Invalid if its address is refused. The
	// caller closes it; it ends with ctx.
	OpenMedia(ctx context.Context, serviceSID, sid string) (MediaContent, error)
}

// MaxMedia is the largest attachment that the provider passes on to phones, in bytes.
// https://www.twilio.com/docs/messaging/guides/accepted-mime-types
const MaxMedia = 5 << 20

// StoreMedia is a file for a message.
type StoreMedia struct {
	ServiceSID  string
	Filename    string
	ContentType string
	Content     []byte
}

// MediaContent is an attachment at the provider.
type MediaContent struct {
	io.ReadCloser

	Filename    string
	ContentType string // what the provider says, which may be wrong
	Size        int64  // -1 if unknown
}
