//go:build long

package main

import "testing"

func TestHundredKills(t *testing.T) { killed(t, 34) } // three kills each
