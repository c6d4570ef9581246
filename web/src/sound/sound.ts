// Sounds made on the spot: a few oscillators and some noise, no files.
import { settings } from "../session/settings";

type Voice = { type: OscillatorType | "noise"; from: number; to: number; ms: number; loud: number; after?: number };

const SOUNDS: Record<string, Voice[]> = {
  draw: [{ type: "noise", from: 2400, to: 5200, ms: 110, loud: 0.18 }],
  pick: [{ type: "triangle", from: 520, to: 660, ms: 60, loud: 0.12 }],
  land: [{ type: "sine", from: 150, to: 60, ms: 200, loud: 0.5 }, { type: "noise", from: 900, to: 200, ms: 120, loud: 0.2 }],
  swing: [{ type: "noise", from: 500, to: 2600, ms: 200, loud: 0.2 }],
  hit: [{ type: "square", from: 190, to: 60, ms: 120, loud: 0.18 }, { type: "noise", from: 1800, to: 300, ms: 110, loud: 0.35 }],
  smash: [{ type: "sine", from: 120, to: 34, ms: 340, loud: 0.7 }, { type: "noise", from: 1400, to: 120, ms: 260, loud: 0.4 }],
  bolt: [{ type: "sawtooth", from: 880, to: 180, ms: 280, loud: 0.12 }],
  heal: [{ type: "sine", from: 523, to: 523, ms: 160, loud: 0.18 }, { type: "sine", from: 784, to: 784, ms: 260, loud: 0.16, after: 90 }],
  die: [{ type: "sawtooth", from: 260, to: 50, ms: 420, loud: 0.16 }, { type: "noise", from: 700, to: 90, ms: 380, loud: 0.2 }],
  turn: [{ type: "triangle", from: 587, to: 587, ms: 180, loud: 0.25 }, { type: "triangle", from: 880, to: 880, ms: 380, loud: 0.25, after: 130 }],
  refuse: [{ type: "square", from: 150, to: 120, ms: 140, loud: 0.1 }],
  win: [523, 659, 784, 1047].map((f, i) => ({ type: "triangle" as const, from: f, to: f, ms: 420, loud: 0.22, after: i * 140 })),
  lose: [392, 330, 262, 196].map((f, i) => ({ type: "triangle" as const, from: f, to: f * 0.98, ms: 460, loud: 0.2, after: i * 180 })),
};

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;

/** Make a sound, if sounds are wanted. */
export function play(name: string): void {
  const voices = SOUNDS[name];
  if (!voices || !settings.sound.value || settings.volume.value <= 0) return;
  context ??= new AudioContext();
  // A browser keeps quiet until the page has been touched.
  if (context.state === "suspended") void context.resume();
  for (const voice of voices) speak(context, voice);
}

function speak(audio: AudioContext, { type, from, to, ms, loud, after = 0 }: Voice): void {
  const start = audio.currentTime + after / 1000;
  const end = start + ms / 1000;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(loud * settings.volume.value, start);
  gain.gain.exponentialRampToValueAtTime(0.0001, end);
  gain.connect(audio.destination);
  if (type === "noise") {
    const source = audio.createBufferSource();
    source.buffer = noise ??= hiss(audio);
    const filter = audio.createBiquadFilter();
    filter.type = "bandpass";
    filter.frequency.setValueAtTime(from, start);
    filter.frequency.exponentialRampToValueAtTime(to, end);
    source.connect(filter).connect(gain);
    source.start(start);
    source.stop(end);
  } else {
    const source = audio.createOscillator();
    source.type = type;
    source.frequency.setValueAtTime(from, start);
    source.frequency.exponentialRampToValueAtTime(to, end);
    source.connect(gain);
    source.start(start);
    source.stop(end);
  }
}

function hiss(audio: AudioContext): AudioBuffer {
  const buffer = audio.createBuffer(1, audio.sampleRate / 2, audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
  return buffer;
}
