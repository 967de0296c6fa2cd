package wire

import "time"

// SecondFactor is GET v1/me/second_factor: how the second factor of the person stands.
type SecondFactor struct {
	// On reports that codes are asked for, Since since when.
	On    bool       `json:"on"`
	Since *time.Time `json:"since"`
	// RecoveryCodes is how many are left.
	RecoveryCodes int `json:"recovery_codes"`
	// Required reports that the organization requires one.
	Required bool `json:"required"`
}

// Setup is the answer of POST v1/me/second_factor/begin: what an authenticator needs to know.
type Setup struct {
	// Secret is to be typed where no picture can be taken; URI is what the picture says.
	Secret string `json:"secret"`
	URI    string `json:"uri"`
	// QR is the address of the picture, which holds it.
	QR string `json:"qr"`
}
