"use client";

const NOTES_HZ = [659.25, 880];
const NOTE_S = 0.14;
const LOUDNESS = 0.06;

/** Two soft notes. A page that nobody has touched yet may not make a sound; then there is none. */
export async function playChime(): Promise<void> {
  const audio = new AudioContext();
  try {
    await audio.resume();
    for (const [index, hz] of NOTES_HZ.entries()) play(audio, hz, audio.currentTime + index * NOTE_S);
    await new Promise((resolve) => setTimeout(resolve, (NOTES_HZ.length + 2) * NOTE_S * 1_000));
  } finally {
    await audio.close();
  }
}

function play(audio: AudioContext, hz: number, at: number): void {
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.frequency.value = hz;
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(LOUDNESS, at + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + 2 * NOTE_S);
  tone.connect(volume).connect(audio.destination);
  tone.start(at);
  tone.stop(at + 2 * NOTE_S);
}
