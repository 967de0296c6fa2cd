package files

import (
	"bytes"
	"encoding/binary"
	"image"
)

// upright is the EXIF orientation of an image that is not turned.
const upright = 1

// orientation reads the EXIF orientation (CIPA DC-008, tag 274) of a JPEG, by which a camera says
// how it was held; upright for any other image.
func orientation(raw []byte) int {
	const start, app1 = "\xff\xd8", 0xe1
	if !bytes.HasPrefix(raw, []byte(start)) {
		return upright
	}
	for rest := raw[len(start):]; len(rest) > 4 && rest[0] == 0xff; {
		length := int(binary.BigEndian.Uint16(rest[2:])) + 2
		if length > len(rest) {
			return upright
		}
		if body, isExif := bytes.CutPrefix(rest[4:length], []byte("Exif\x00\x00")); rest[1] == app1 && isExif {
			return orientationOf(body)
		}
		rest = rest[length:]
	}
	return upright
}

// orientationOf reads the tag in the first directory of a TIFF structure.
func orientationOf(tiff []byte) int {
	const header, entrySize, tag = 8, 12, 274
	var order binary.ByteOrder = binary.LittleEndian
	if bytes.HasPrefix(tiff, []byte("MM")) {
		order = binary.BigEndian
	}
	if len(tiff) < header {
		return upright
	}
	at := int64(order.Uint32(tiff[4:]))
	if at+2 > int64(len(tiff)) {
		return upright
	}
	entries := tiff[at+2:]
	for range order.Uint16(tiff[at:]) {
		if len(entries) < entrySize {
			return upright
		}
		if value := int(order.Uint16(entries[8:])); order.Uint16(entries) == tag && value >= 1 && value <= 8 {
			return value
		}
		entries = entries[entrySize:]
	}
	return upright
}

// turned turns and mirrors an image as its orientation says.
func turned(from *image.RGBA, how int) image.Image {
	if how == upright {
		return from
	}
	width, height := from.Bounds().Dx(), from.Bounds().Dy()
	isSide := how >= 5
	to := image.NewRGBA(image.Rect(0, 0, width, height))
	if isSide {
		to = image.NewRGBA(image.Rect(0, 0, height, width))
	}
	right, bottom := to.Bounds().Dx()-1, to.Bounds().Dy()-1
	for y := range bottom + 1 {
		for x := range right + 1 {
			u, v := x, y
			switch how {
			case 2, 6: // mirrored; on its side
				u = right - x
			case 3, 7:
				u, v = right-x, bottom-y
			case 4, 8:
				v = bottom - y
			}
			if isSide {
				u, v = v, u
			}
			to.SetRGBA(x, y, from.RGBAAt(u, v))
		}
	}
	return to
}
