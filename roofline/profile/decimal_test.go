package profile

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestWeigh(t *testing.T) {
	for text, want := range map[string]hint{
		"12": hintNone, "1234": hintNone, "12345": hintUngrouped, "n/a": hintNone, "": hintNone, "CachePreferNone": hintNone,
		"117.344": hintEither, "117,344": hintEither, "-1.234": hintEither,
		"0.123": hintPoint, "0,123": hintComma, "1234.567": hintPoint, "12.34": hintPoint, "12,3456": hintComma,
		"1.234.567": hintComma, "1,234,567": hintPoint, "1.234,5": hintComma, "1,234.5": hintPoint,
		"4.0e-05": hintPoint, "1.234e+06": hintPoint, ".125": hintPoint, "27 595,520": hintComma,
	} {
		assert.Equal(t, want, weigh([]byte(text), false, false), text)
	}
	assert.Equal(t, hintComma, weigh([]byte("117.344"), true, false), "a whole number")
	assert.Equal(t, hintPoint, weigh([]byte("17.344"), false, true), "a percentage")
}

func TestParseDecimal(t *testing.T) {
	for _, test := range []struct {
		text    string
		decimal Decimal
		want    float64
	}{
		{"1,234,567.89", DecimalPoint, 1234567.89}, {"1.234.567,89", DecimalComma, 1234567.89},
		{"117.344", DecimalPoint, 117.344}, {"117.344", DecimalComma, 117344}, {"-0,5", DecimalComma, -0.5},
		{"4.0e-05", DecimalPoint, 4e-5}, {"1e9", DecimalComma, 1e9}, {"1\u202f234,5", DecimalComma, 1234.5},
	} {
		got, err := parseDecimal([]byte(test.text), test.decimal, 1)
		require.NoError(t, err, test.text)
		assert.Equal(t, test.want, got, test.text)
	}
	for text, decimal := range map[string]Decimal{"65,77": DecimalPoint, "1.234.567": DecimalPoint, "1,234.5": DecimalComma, "0,123": DecimalPoint} {
		_, err := parseDecimal([]byte(text), decimal, 1)
		assert.ErrorIs(t, err, errWrongDecimal, text)
	}
	for _, text := range []string{"", "-", "n/a", "1-2", "1,2,3", "e5", "1e", "12abc", "--1"} {
		_, err := parseDecimal([]byte(text), DecimalPoint, 1)
		assert.Error(t, err, text)
	}
}

// group writes the digits of a number in groups of three.
func group(digits, mark string) string {
	if len(digits) <= groupDigits {
		return digits
	}
	rest := len(digits) - groupDigits
	return group(digits[:rest], mark) + mark + digits[rest:]
}

// A number is read back in every locale, and no number is read as another one:
// its evidence is either right or absent.
func TestDecimalRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		whole := rapid.Uint64Range(0, 1<<50).Draw(t, "whole")
		fraction := rapid.StringMatching(`[0-9]{0,6}`).Draw(t, "fraction")
		decimal := rapid.SampledFrom([]Decimal{DecimalPoint, DecimalComma}).Draw(t, "decimal")
		mark := rapid.SampledFrom([]string{string(rune(decimal.other())), "\u202f", "\u00a0", "'", ""}).Draw(t, "mark")
		text := group(fmt.Sprint(whole), mark)
		var want float64
		_, err := fmt.Sscan(fmt.Sprint(whole)+"."+fraction+"0", &want)
		require.NoError(t, err)
		if fraction != "" {
			text += string(rune(decimal)) + fraction
		}
		got, err := parseDecimal([]byte(text), decimal, 1)
		require.NoError(t, err, text)
		assert.Equal(t, want, got, text)
		switch hint := weigh([]byte(text), false, false); hint {
		case hintPoint, hintComma:
			assert.Equal(t, decimalHint(decimal), hint, text)
		case hintUngrouped:
			assert.False(t, strings.ContainsAny(text, ".,"), text)
		case hintNone, hintEither:
		}
	})
}

func TestParseUnit(t *testing.T) {
	for text, want := range map[string]unit{
		"":   {1, dimensionOther},
		"ns": {1, dimensionTime}, "nsecond": {1, dimensionTime}, "us": {1e3, dimensionTime}, "usecond": {1e3, dimensionTime},
		"msecond": {1e6, dimensionTime}, "second": {1e9, dimensionTime}, "s": {1e9, dimensionTime},
		"byte": {1, dimensionBytes}, "Kbyte": {1e3, dimensionBytes}, "Mbyte": {1e6, dimensionBytes}, "Gbyte": {1e9, dimensionBytes},
		"MiB": {1 << 20, dimensionBytes}, "Kbyte/block": {1e3, dimensionBytes}, "byte/block": {1, dimensionBytes},
		"byte/s": {1, dimensionRate}, "byte/second": {1, dimensionRate}, "Gbyte/s": {1e9, dimensionRate}, "Tbyte/second": {1e12, dimensionRate},
		"byte/ns": {1e9, dimensionRate},
		"hz":      {1, dimensionHertz}, "Mhz": {1e6, dimensionHertz}, "Ghz": {1e9, dimensionHertz},
		"cycle/nsecond": {1e9, dimensionHertz}, "cycle/usecond": {1e6, dimensionHertz}, "cycle/second": {1, dimensionHertz}, "cycle/s": {1, dimensionHertz},
		"%": {1, dimensionPercent}, "percent": {1, dimensionPercent}, "inst": {1, dimensionOther}, "Kinst": {1e3, dimensionOther}, "register/thread": {1, dimensionOther},
		"inst/cycle": {1, dimensionOther}, "warp": {1, dimensionOther}, "Kcycle": {1e3, dimensionOther}, "(!) nan": {1, dimensionOther},
	} {
		got := parseUnit(text)
		assert.Equal(t, want.dimension, got.dimension, text)
		assert.InEpsilon(t, want.factor, got.factor, 1e-12, text)
	}
}

// A unit does not change a number: a scale by a power of ten is exact.
func TestDecimalScales(t *testing.T) {
	for _, test := range []struct {
		text   string
		factor float64
		want   float64
	}{
		{"117.344", 1e3, 117344}, {"0.117344", 1e6, 117344}, {"1.17344e-04", 1e9, 117344}, {"4.0e-05", 1e9, 40000},
		{"27.59552", 1e6, 27595520}, {"2.5", 1024, 2560}, {"235.17", 1e6 / 1e9 * 1e9, 235170000},
	} {
		got, err := parseDecimal([]byte(test.text), DecimalPoint, test.factor)
		require.NoError(t, err, test.text)
		assert.Equal(t, test.want, got, test.text)
	}
}
