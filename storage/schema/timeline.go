package schema

import "fmt"

// Timeline says that an object's records tell what happened with the records that they
// refer to, and stand on their timelines.
type Timeline struct {
	// Kind is what such a record is to a person: call, text, note.
	Kind string `json:"kind"`
	// At is the field that says when it happened.
	At string `json:"at"`
}

// Happening is one way in which the records of an object stand on the timeline of another
// one's: by a field of their own that refers to it or, where Thread is set, by a field of
// the thread that they are part of.
type Happening struct {
	Object *Object
	Field  *Field
	Thread *Object
}

// Happenings lists what stands on the timelines of an object's records.
func (r *Registry) Happenings(object string) []Happening {
	var out []Happening
	for _, o := range r.objects {
		if o.Timeline == nil || o.Internal || o.APIName == object {
			continue
		}
		// What a thread is about, all that is said in it is.
		if thread := r.ThreadOf(o.APIName); thread != nil && o.Role == Part {
			if f := thread.referring(object); f != nil {
				out = append(out, Happening{Object: o, Field: f, Thread: thread})
				continue
			}
		}
		if f := o.referring(object); f != nil {
			out = append(out, Happening{Object: o, Field: f})
		}
	}
	return out
}

// referring finds the field by which records of o name one of the object that they are
// about, nil for none. Who owns a record is not what it is about.
func (o *Object) referring(object string) *Field {
	if fields := o.Naming(object); len(fields) > 0 {
		return fields[0]
	}
	return nil
}

// Naming lists the fields by which records of o name one of the object that they are about.
func (o *Object) Naming(object string) []*Field {
	var out []*Field
	for _, f := range o.Fields {
		if f.Name != "owner" && !f.System && f.Names(object) {
			out = append(out, f)
		}
	}
	return out
}

// Names tells whether lists can be narrowed to what names a record of an object in the field.
func (f *Field) Names(object string) bool {
	return f.Type.References != nil && (f.Target == object || f.Target == "") && !f.Internal && f.Filterable()
}

func (o *Object) checkTimeline() error {
	if o.Timeline != nil && (o.Timeline.Kind == "" || !o.has(o.Timeline.At, DateTime)) {
		return fmt.Errorf("schema: the timeline of %s lacks its kind, or a date in %q", o.APIName, o.Timeline.At)
	}
	return nil
}
