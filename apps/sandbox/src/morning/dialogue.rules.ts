/** Dialogues between a patient and a clinic: the patient's turns, and when the next one follows an answer of the staff. */
import { createRandom, type Random } from '@foyer/contracts/random.rules.ts'
import type { Cast, CastClinic, Dialogue } from './cast.ts'

/** The place in a dialogue that a patient has come to. */
export interface Talk {
  readonly dialogue: number
  readonly turn: number
  readonly words: Readonly<Record<string, string>>
}

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']
const TIMES = ['8:40', '9:15', '10:20', '11:00', '1:30', '2:45', '3:10']
const PHARMACIES = ['the pharmacy on Lamar', 'Northgate Pharmacy', 'the pharmacy across the street']
const STAFF = ['Lena', 'Dana', 'Sam', 'Omar', 'Ana']

/** The words that stand for the placeholders of a dialogue, the same for all of its turns. */
export function wordsOf(clinic: CastClinic, first: string, random: Random): Record<string, string> {
  const weekday = random.pick(WEEKDAYS)
  const time = random.pick(TIMES)
  return {
    first,
    weekday,
    time,
    visit: `${weekday} at ${time}`,
    other: `${random.pick(WEEKDAYS)} at ${random.pick(TIMES)}`,
    doctor: clinic.doctors.length > 0 ? random.pick(clinic.doctors) : 'the doctor',
    clinic: clinic.name,
    staff: random.pick(STAFF),
    pharmacy: random.pick(PHARMACIES),
    amount: `$${random.between(18, 240)}`,
  }
}

/** The patient's lines between those of the clinic, with their placeholders filled. */
export function turnsOf({ lines }: Dialogue, words: Readonly<Record<string, string>>): string[][] {
  const turns: string[][] = [[]]
  for (const { by, text } of lines) {
    if (by === 'clinic') turns.push([])
    if (by === 'patient') turns.at(-1)?.push(fillIn(text, words))
  }
  return turns
}

function fillIn(text: string, words: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => words[name] ?? name)
}

/** The patient replies to 65 % of the staff's texts, as long as the dialogue has a reply. */
const ANSWERS_SHARE = 0.65
const ANSWER_MS = [4_000, 25_000] as const

export interface Answer {
  readonly afterMs: number
  readonly bodies: readonly string[]
  readonly talk: Talk
}

/** The patient's reply to a text of the staff; null if the patient does not reply. */
export function answerTo(seed: string, { dialogues }: Cast, talk: Talk, from: string): Answer | null {
  const dialogue = dialogues[talk.dialogue]
  const next = { ...talk, turn: talk.turn + 1 }
  const bodies = dialogue ? (turnsOf(dialogue, talk.words)[next.turn] ?? []) : []
  const random = createRandom(`${seed} ${from} ${next.dialogue} ${next.turn}`)
  if (bodies.length === 0 || !random.chance(ANSWERS_SHARE)) return null
  return { afterMs: random.between(...ANSWER_MS), bodies, talk: next }
}
