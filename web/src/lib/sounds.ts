/** A few soft sounds, made of waves: like a marimba, wood and a short ring. Loaded when somebody wants to hear. */

export type Sound = 'move' | 'turn' | 'over';

/** What is struck: how high, and how many seconds after the beginning. */
const NOTES: Record<Sound, [hertz: number, after: number][]> = {
  move: [[392, 0]],
  turn: [
    [523.25, 0],
    [783.99, 0.14],
  ],
  over: [
    [392, 0],
    [523.25, 0.16],
    [659.25, 0.32],
    [783.99, 0.48],
  ],
};
/** How loud, at most; half of what the device is set to would be a shout. */
const LOUDNESS = 0.12;
/** A struck bar rings at its own tone, and for a moment high above it. */
const PARTIALS: [times: number, loudness: number, seconds: number][] = [
  [1, 1, 0.5],
  [4, 0.18, 0.12],
];
const ATTACK = 0.008;
const SILENCE = 0.0001;

let context: AudioContext | undefined;

/** Play a sound; browsers are silent before somebody has touched the page, and so are we. */
export function play(sound: Sound): void {
  if (navigator.userActivation?.hasBeenActive === false) return;
  context ??= new AudioContext();
  void context.resume();
  const now = context.currentTime;
  for (const [hertz, after] of NOTES[sound]) strike(context, hertz, now + after);
}

function strike(on: AudioContext, hertz: number, at: number): void {
  for (const [times, loudness, seconds] of PARTIALS) {
    const [wave, volume] = [on.createOscillator(), on.createGain()];
    wave.frequency.value = hertz * times;
    volume.gain.setValueAtTime(SILENCE, at);
    volume.gain.exponentialRampToValueAtTime(LOUDNESS * loudness, at + ATTACK);
    volume.gain.exponentialRampToValueAtTime(SILENCE, at + seconds);
    wave.connect(volume).connect(on.destination);
    wave.start(at);
    wave.stop(at + seconds);
  }
}
