package files

import (
	"bytes"
	"context"
	"image"
	_ "image/gif" // decoders of thumbnails
	"image/jpeg"
	_ "image/png" // another one
	"io"
	"slices"
	"strings"

	"golang.org/x/image/draw"
	_ "golang.org/x/image/webp" // another one

	"switchboard/actors/feature"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
)

const (
	// thumbnailSize is the longer side of a thumbnail.
	thumbnailSize = 256
	// maxPixels and maxImage bound the memory of one image.
	maxPixels = 32_000_000
	maxImage  = 32 << 20
	quality   = 80
)

// pictures are the types that have thumbnails.
var pictures = []string{"image/jpeg", "image/png", "image/gif", "image/webp"}

func thumbnailKey(key string) string { return key + ".thumbnail" }

// Thumbnail finds a small JPEG of an image, which is drawn when it is first asked for. Errors:
// fault.NotFound for what is no image, fault.Invalid for one that can't be drawn.
func (s *Service) Thumbnail(ctx context.Context, p *access.Principal, name string) (feature.Stored, error) {
	file, ok := id.Parse(name)
	if !ok {
		return feature.Stored{}, fault.New(fault.NotFound, "There is no file of this id.")
	}
	record, err := s.readable(ctx, p, file)
	if err != nil {
		return feature.Stored{}, err
	}
	whole, err := s.stored(record)
	if err != nil {
		return feature.Stored{}, err
	}
	if !slices.Contains(pictures, whole.Type) || whole.Size > maxImage {
		return feature.Stored{}, fault.New(fault.NotFound, "This file has no thumbnail.")
	}
	key := thumbnailKey(record.Text("storage_key"))
	size, err := s.blobs.Size(ctx, key)
	if fault.Is(err, fault.NotFound) {
		size, err = s.draw(ctx, whole, key)
	}
	if err != nil {
		return feature.Stored{}, err
	}
	return feature.Stored{
		Type: "image/jpeg", Name: strings.TrimSuffix(whole.Name, "."+record.Text("extension")) + "-thumbnail.jpg", Size: size, Tag: whole.Tag + "-thumbnail", Modified: whole.Modified,
		Open: func(ctx context.Context, offset, length int64) (io.ReadCloser, error) {
			return s.blobs.Open(ctx, key, offset, length)
		},
	}, nil
}

// draw makes and stores a thumbnail. The size of an image is checked before it is decoded: a few
// bytes can unfold to gigabytes.
func (s *Service) draw(ctx context.Context, whole feature.Stored, key string) (int64, error) {
	s.drawing.Lock()
	defer s.drawing.Unlock()
	from, err := whole.Open(ctx, 0, whole.Size)
	if err != nil {
		return 0, err
	}
	raw, err := io.ReadAll(io.LimitReader(from, maxImage))
	_ = from.Close()
	if err != nil {
		return 0, err
	}
	head, _, err := image.DecodeConfig(bytes.NewReader(raw))
	if err != nil {
		return 0, fault.Wrap(err, fault.Invalid, "This image can't be read.")
	}
	if int64(head.Width)*int64(head.Height) > maxPixels {
		return 0, fault.New(fault.Invalid, "This image is too large for a thumbnail: it has %d × %d pixels.", head.Width, head.Height)
	}
	picture, _, err := image.Decode(bytes.NewReader(raw))
	if err != nil {
		return 0, fault.Wrap(err, fault.Invalid, "This image can't be read.")
	}
	var out bytes.Buffer
	if err := jpeg.Encode(&out, turned(shrunk(picture), orientation(raw)), &jpeg.Options{Quality: quality}); err != nil {
		return 0, fault.Wrap(err, fault.Invalid, "This image can't be drawn.")
	}
	return s.blobs.Put(ctx, key, &out)
}

// shrunk draws an image within the size of a thumbnail, on white where it is transparent.
func shrunk(picture image.Image) *image.RGBA {
	width, height := picture.Bounds().Dx(), picture.Bounds().Dy()
	if longer := max(width, height); longer > thumbnailSize {
		width, height = max(1, width*thumbnailSize/longer), max(1, height*thumbnailSize/longer)
	}
	small := image.NewRGBA(image.Rect(0, 0, width, height))
	draw.Draw(small, small.Bounds(), image.White, image.Point{}, draw.Src)
	draw.ApproxBiLinear.Scale(small, small.Bounds(), picture, picture.Bounds(), draw.Over, nil)
	return small
}
