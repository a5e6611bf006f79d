const NOTES = [
  { hertz: 660, from: 0 },
  { hertz: 880, from: 0.12 },
]
const LENGTH_S = 0.35
const LOUDNESS = 0.08

let audio: AudioContext | null = null

/** Plays two short soft notes. It stays silent in a browser that allows no sound before a click. */
export async function playTone(): Promise<void> {
  if (!('AudioContext' in window)) return
  audio ??= new AudioContext()
  if (audio.state === 'suspended') await audio.resume().catch(() => undefined)
  if (audio.state !== 'running') return
  for (const { hertz, from } of NOTES) ring(audio, hertz, audio.currentTime + from)
}

function ring(context: AudioContext, hertz: number, at: number): void {
  const [note, volume] = [context.createOscillator(), context.createGain()]
  note.frequency.value = hertz
  volume.gain.setValueAtTime(0, at)
  volume.gain.linearRampToValueAtTime(LOUDNESS, at + 0.02)
  volume.gain.exponentialRampToValueAtTime(0.0001, at + LENGTH_S)
  note.connect(volume).connect(context.destination)
  note.start(at)
  note.stop(at + LENGTH_S)
}
