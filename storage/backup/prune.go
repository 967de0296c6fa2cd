package backup

import (
	"context"
	"slices"
)

// Prune removes all but the newest snapshots, and the packs that no snapshot needs any more. It
// returns how many of each went. A pack stays as long as any of its chunks is needed.
func (r *Repository) Prune(ctx context.Context, keep int) (snapshots, packs int, err error) {
	release, err := r.hold(ctx, "prune", "prune", "make")
	if err != nil {
		return 0, 0, err
	}
	defer release()
	all, err := r.Snapshots(ctx)
	if err != nil {
		return 0, 0, err
	}
	gone := all[:max(0, len(all)-max(keep, 1))]
	needed := map[string]bool{}
	for _, name := range all[len(gone):] {
		s, err := r.Snapshot(ctx, name)
		if err != nil {
			return 0, 0, err
		}
		for _, f := range s.Files {
			for _, c := range f.Chunks {
				needed[r.known[c].pack] = true
			}
		}
	}
	for _, name := range gone { // first the snapshots: those that are left are whole at any time
		if err := r.store.Delete(ctx, recordPrefix+"/"+name); err != nil {
			return snapshots, packs, err
		}
		snapshots++
	}
	if err := r.pruneIndexes(ctx, needed); err != nil {
		return snapshots, packs, err
	}
	// Also what a backup that was cut off left.
	stored, err := r.names(ctx, packPrefix)
	if err != nil {
		return snapshots, packs, err
	}
	for _, name := range stored {
		if needed[name] {
			continue
		}
		if err := r.store.Delete(ctx, packKey(name)); err != nil {
			return snapshots, packs, err
		}
		packs++
	}
	return snapshots, packs, nil
}

// pruneIndexes takes out of the indexes the packs that nothing needs.
func (r *Repository) pruneIndexes(ctx context.Context, needed map[string]bool) error {
	indexes, err := r.names(ctx, indexPrefix)
	if err != nil {
		return err
	}
	for _, name := range indexes {
		key := indexPrefix + "/" + name
		var i index
		if err := r.getRecord(ctx, key, &i); err != nil {
			return err
		}
		had := len(i.Packs)
		i.Packs = slices.DeleteFunc(i.Packs, func(p packed) bool { return !needed[p.Name] })
		switch {
		case len(i.Packs) == had:
		case len(i.Packs) == 0:
			err = r.store.Delete(ctx, key)
		default:
			err = r.putRecord(ctx, key, i)
		}
		if err != nil {
			return err
		}
	}
	for chunk, at := range r.known {
		if !needed[at.pack] {
			delete(r.known, chunk)
		}
	}
	return nil
}
