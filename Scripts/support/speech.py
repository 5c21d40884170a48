#!/usr/bin/env python3
"""Writes speech-like audio as a 16-bit stereo WAV file, with the standard library only.

A voice is a train of pulses at a falling pitch, filtered by three resonators (the formants of a
vowel); consonants are filtered noise, and plosives a gap and a burst. Syllables make words, words
make phrases, and phrases end in a pause: the audio has the rhythm, spectrum and level changes of
speech, without words. Equal seeds give equal samples.

    speech.py --seconds 10 --seed 1 --rate 48000 out.wav
"""

import argparse
import array
import math
import random
import wave

# Formants 1 to 3 of some vowels, in Hz, of an average adult (Peterson and Barney, 1952, rounded).
VOWELS = [
    (730, 1090, 2440), (530, 1840, 2480), (270, 2290, 3010), (570, 840, 2410),
    (300, 870, 2240), (660, 1720, 2410), (490, 1350, 1690), (640, 1190, 2390),
]
BANDWIDTHS = (80, 100, 140)  # Hz, of formants 1 to 3
# Center frequency and bandwidth of fricative noise in Hz, with its level: like s, sh, f, h.
FRICATIVES = [(6500, 2500, 0.20), (3200, 1400, 0.22), (7500, 5000, 0.07), (1500, 2500, 0.06)]


class Resonator:
    """A two-pole filter with its peak at a center frequency, as in Klatt's synthesizer (1980)."""

    def __init__(self, rate):
        self.rate = rate
        self.before = self.last = 0.0

    def tune(self, center, bandwidth):
        self.c = -math.exp(-2 * math.pi * bandwidth / self.rate)
        self.b = 2 * math.exp(-math.pi * bandwidth / self.rate) * math.cos(
            2 * math.pi * center / self.rate)
        self.a = 1 - self.b - self.c

    def step(self, sample):
        out = self.a * sample + self.b * self.last + self.c * self.before
        self.before, self.last = self.last, out
        return out


class Voice:
    def __init__(self, rate, seed):
        self.rate = rate
        self.chance = random.Random(seed)
        self.formants = [Resonator(rate) for _ in BANDWIDTHS]
        self.glottis = Resonator(rate)
        self.glottis.tune(0, 250)  # rounds the pulses off: -12 dB an octave, as vocal folds do
        self.noise = Resonator(rate)
        self.base = self.chance.uniform(105, 190)  # Hz
        self.phase = 0.0
        self.vowel = VOWELS[0]
        self.samples = []

    def silence(self, seconds):
        self.samples.extend([0.0] * int(seconds * self.rate))

    def fricative(self, seconds, kind):
        center, bandwidth, level = kind
        self.noise.tune(min(center, 0.45 * self.rate), bandwidth)
        count = int(seconds * self.rate)
        for index in range(count):
            gain = math.sin(math.pi * (index + 0.5) / count)
            self.samples.append(
                level * gain * self.noise.step(self.chance.uniform(-1, 1)))

    def plosive(self):
        self.silence(self.chance.uniform(0.03, 0.06))
        self.fricative(0.012, self.chance.choice(FRICATIVES[:2]))

    def vowel_glide(self, seconds, pitch, level):
        """Appends a glide from the last vowel to a new one; formants are retuned every 5 ms."""
        start, end = self.vowel, self.chance.choice(VOWELS)
        count = int(seconds * self.rate)
        block = self.rate // 200
        for index in range(count):
            if index % block == 0:
                mix = min(1.0, 2.0 * index / count)
                for filter_, low, high, width in zip(self.formants, start, end, BANDWIDTHS):
                    filter_.tune(low + (high - low) * mix, width)
            self.phase += pitch * (1 - 0.08 * index / count) / self.rate
            pulse = 0.0
            if self.phase >= 1:
                self.phase -= 1
                pulse = 40.0
            sample = self.glottis.step(pulse) + self.chance.uniform(-0.002, 0.002)
            for filter_ in self.formants:
                sample = filter_.step(sample)
            rise = min(1.0, index / (0.02 * self.rate))
            fall = min(1.0, (count - index) / (0.04 * self.rate))
            self.samples.append(level * rise * fall * sample)
        self.vowel = end

    def phrase(self):
        """Appends two to five words; the pitch falls over the phrase, as in a statement."""
        words = self.chance.randint(2, 5)
        for word in range(words):
            syllables = self.chance.choice([1, 1, 2, 2, 3])
            stressed = self.chance.randrange(syllables)
            for syllable in range(syllables):
                onset = self.chance.random()
                if onset < 0.35:
                    self.plosive()
                elif onset < 0.65:
                    self.fricative(
                        self.chance.uniform(0.05, 0.11), self.chance.choice(FRICATIVES))
                strong = syllable == stressed
                pitch = self.base * (1.18 - 0.3 * word / words) * (1.08 if strong else 1.0)
                self.vowel_glide(
                    self.chance.uniform(0.13, 0.2) if strong else self.chance.uniform(0.08, 0.12),
                    pitch, 1.0 if strong else 0.6)
            self.silence(self.chance.uniform(0.02, 0.07))
        self.silence(self.chance.uniform(0.25, 0.5))

    def speak(self, seconds):
        self.silence(0.3)
        count = int(seconds * self.rate)
        while len(self.samples) < count:
            self.phrase()
        return self.samples[:count]


def room(samples, rate, chance):
    """Returns two channels with a few early reflections each and quiet noise, with a peak of -3 dB."""
    delays = [
        [(0.0, 1.0), (0.0071, 0.30), (0.0193, 0.18), (0.0412, 0.10)],
        [(0.0004, 0.92), (0.0093, 0.28), (0.0227, 0.20), (0.0371, 0.09)],
    ]
    channels = []
    for taps in delays:
        out = [0.0] * len(samples)
        for delay, gain in taps:
            shift = int(delay * rate)
            for index in range(shift, len(samples)):
                out[index] += gain * samples[index - shift]
        channels.append(out)
    peak = max(max(map(abs, channel)) for channel in channels)
    gain = 0.7 / peak
    return [[gain * x + chance.uniform(-0.0006, 0.0006) for x in channel] for channel in channels]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("output")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=int, default=48000, help="samples per second")
    options = parser.parse_args()
    voice = Voice(options.rate, options.seed)
    left, right = room(voice.speak(options.seconds), options.rate, voice.chance)
    frames = array.array("h")
    for pair in zip(left, right):
        frames.extend(int(32767 * max(-1.0, min(1.0, x))) for x in pair)
    with wave.open(options.output, "wb") as file:
        file.setnchannels(2)
        file.setsampwidth(2)
        file.setframerate(options.rate)
        file.writeframes(frames.tobytes())


if __name__ == "__main__":
    main()
