package schema

import (
	"encoding/json"

	"switchboard/storage/fault"
)

// Image is a picture that lies elsewhere, with what is said of it.
var Image = declare(FieldType{
	Travel: travelNot,
	Name:   "image", JSONType: "object", Format: "image", TypeScript: typeScript("ImageValue"), Interface: `
/** The value of an image field. */
export interface ImageValue {
  url?: string;
  alt_text?: string;
  title?: string;
  width?: number;
  height?: number;
  caption?: string;
  credit?: string;
  public?: boolean;
}
`,
	Example: `{"url":"https://example.com/a.png","alt_text":"A tree","width":64}`,
	Check:   checkImage,
	Wire:    showJSON,
	Shown:   shownJSON,
	Column:  jsonColumn, Index: asItIs, Size: packedSize,
})

type imageValue struct {
	URL     string `json:"url"`
	AltText string `json:"alt_text,omitempty"`
	Title   string `json:"title,omitempty"`
	Width   int    `json:"width,omitempty"`
	Height  int    `json:"height,omitempty"`
	Caption string `json:"caption,omitempty"`
	Credit  string `json:"credit,omitempty"`
	Public  bool   `json:"public"`
}

const maxPixels = 10_000

func checkImage(f *Field, raw []byte) (any, error) {
	if _, err := members(f, raw, "url", "alt_text", "title", "width", "height", "caption", "credit", "public"); err != nil {
		return nil, err
	}
	var image imageValue
	if json.Unmarshal(raw, &image) != nil {
		return nil, fault.Field(f.Name, "%s: width and height must be numbers, public true or false, all else text", f.Title)
	}
	link, ok := Link(image.URL)
	if !ok {
		return nil, fault.Field(f.Name, "%s: url must start with http:// or https://", f.Title)
	}
	if link == "" {
		return nil, nil
	}
	image.URL = link
	if image.Width < 0 || image.Height < 0 || image.Width > maxPixels || image.Height > maxPixels {
		return nil, fault.Field(f.Name, "%s: width and height must be between 0 and %d", f.Title, maxPixels)
	}
	for _, s := range []string{image.AltText, image.Title, image.Caption, image.Credit} {
		if err := checkCharacters(f, s, maxText); err != nil {
			return nil, err
		}
	}
	out, err := json.Marshal(image)
	return json.RawMessage(out), err
}
