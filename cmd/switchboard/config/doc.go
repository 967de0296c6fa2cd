// Package config is the one configuration struct of the product, read from
// the environment. An incomplete setting stops the start with one clear line;
// nothing else in the product reads the environment.
//
// Concurrency: a Config is immutable after Load.
//
// Allowed imports: the standard library.
package config
