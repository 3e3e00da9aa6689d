//go:build long

package main

import "testing"

func TestHundredKills(t *testing.T) { killed(t, 100) }
