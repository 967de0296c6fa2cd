package app

import (
	"context"
	"fmt"

	"switchboard/storage/fault"
	"switchboard/storage/seal"
)

// makeKeys creates the secret of a new installation. An existing database was
// written with another secret, which a new one would silently replace.
func (i *Installation) makeKeys(ctx context.Context) error {
	_, never, err := i.store.Behind(ctx)
	if err != nil {
		return fmt.Errorf("secret key: %w", err)
	}
	if !never {
		return fmt.Errorf("%s is missing, but the database is in use: restore the file from a backup, or set SWITCHBOARD_SECRET_KEY "+
			"to the key it held. If the key is lost, set SWITCHBOARD_SECRET_KEY to a new one (openssl rand -base64 32): "+
			"all users must sign in again, and encrypted fields stay unreadable", i.config.SecretFile())
	}
	if err := i.config.MakeSecret(); err != nil {
		return err
	}
	i.keys, err = i.config.LoadKeys()
	return err
}

// errLostKeys returns what to do about values that no configured key
// decrypts.
func errLostKeys(values int64) error {
	return fmt.Errorf("%s sealed with a key that is not configured: restore secret.key, "+
		"or set SWITCHBOARD_SECRET_KEY to the former secret, or add the former key to SWITCHBOARD_FIELD_KEYS. "+
		"If the key is lost for good, run `switchboard keys --accept-loss` once", fault.Count(values, "value of an encrypted field was", "values of encrypted fields were"))
}

// checkKeys refuses keys that do not decrypt what the database holds.
func (i *Installation) checkKeys(ctx context.Context) error {
	ring, err := seal.NewRing(i.keys.Fields...)
	if err != nil {
		return fmt.Errorf("encrypted fields: %w", err)
	}
	lost, err := i.store.CheckKeys(ctx, ring)
	if err != nil {
		return fmt.Errorf("encrypted fields: %w", err)
	}
	if lost > 0 {
		return errLostKeys(lost)
	}
	return nil
}

// FormerKeys calls report for each organization with values that were not
// encrypted with the first key, and with how many of them no key decrypts. It
// fails if values would be lost with the configured keys.
func (i *Installation) FormerKeys(ctx context.Context, report func(organization string, values, lost int64)) error {
	if err := i.mustBeMigrated(ctx); err != nil {
		return err
	}
	ring, err := seal.NewRing(i.keys.Fields...)
	if err != nil {
		return fmt.Errorf("encrypted fields: %w", err)
	}
	all, err := i.store.Organizations(ctx)
	if err != nil {
		return fmt.Errorf("organizations: %w", err)
	}
	for _, o := range all {
		n, _, err := i.store.SealedBefore(ctx, ring, o.ID)
		if err != nil {
			return fmt.Errorf("encrypted fields of %s: %w", o.ID, err)
		}
		lost, err := i.store.Unopened(ctx, ring, o.ID)
		if err != nil {
			return fmt.Errorf("encrypted fields of %s: %w", o.ID, err)
		}
		if n > 0 {
			report(o.Name+" ("+o.ID.String()+")", n, lost)
		}
	}
	n, lost, err := i.store.SecondFactorsBefore(ctx, ring)
	if err != nil {
		return fmt.Errorf("second factors: %w", err)
	}
	if n > 0 {
		report("second factors", n, lost)
	}
	return i.checkKeys(ctx)
}

// sealSecondFactors seals the secrets of second factors by the first key.
func (i *Installation) sealSecondFactors(ctx context.Context) error {
	ring, err := seal.NewRing(i.keys.Fields...)
	if err == nil {
		err = i.store.SealSecondFactors(ctx, ring)
	}
	if err != nil {
		return fmt.Errorf("second factors: %w", err)
	}
	return nil
}

// AcceptLoss lets the product start although no key decrypts some values,
// which stay as they are, and returns their number.
func (i *Installation) AcceptLoss(ctx context.Context) (int64, error) {
	if err := i.mustBeMigrated(ctx); err != nil {
		return 0, err
	}
	ring, err := seal.NewRing(i.keys.Fields...)
	if err != nil {
		return 0, fmt.Errorf("encrypted fields: %w", err)
	}
	lost, err := i.store.CheckKeys(ctx, ring)
	if err == nil {
		err = i.store.AcceptLoss(ctx, ring)
	}
	if err != nil {
		return 0, fmt.Errorf("encrypted fields: %w", err)
	}
	return lost, nil
}
