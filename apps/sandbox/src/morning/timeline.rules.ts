/**
 * The script of a busy morning: which patient does what, and when. The same seed and cast give the same steps. Times count from the
 * beginning of the morning at 1x.
 */
import { createDeck, createRandom, type Random } from '@foyer/contracts/random.rules.ts'
import type { Cast, CastClinic, Dialogue } from './cast.ts'
import { type Talk, turnsOf, wordsOf } from './dialogue.rules.ts'

export type Act =
  | {
      readonly kind: 'text'
      readonly from: string
      readonly to: string
      readonly body: string
      readonly talk: Talk | null
    }
  | { readonly kind: 'picture'; readonly from: string; readonly to: string; readonly picture: number }
  /** STOP, and START some minutes later: the demo keeps patients to write to. */
  | { readonly kind: 'stop' | 'start'; readonly from: string; readonly to: string }
  | { readonly kind: 'chat'; readonly organizationId: string; readonly visitor: string; readonly body: string }
  | { readonly kind: 'leave'; readonly visitor: string }

export interface Step {
  readonly atMs: number
  readonly act: Act
}

/** The shares of the scenes, in percent. */
const SHARES = { text: 58, stranger: 12, picture: 12, chat: 13, stop: 5 } as const
type Scene = keyof typeof SHARES
/** The first clinic is the one that a newcomer sees. */
const CLINIC_SHARES = [70, 18, 12]
const SCENE_GAP_MS = [2_500, 8_000] as const
const LINE_GAP_MS = [2_500, 9_000] as const
const STOPPED_MS = [60_000, 180_000] as const
const LEAVES_MS = [20_000, 60_000] as const
/** The chat of a clinic admits few visitors from one address, so that they come back. */
const VISITORS_PER_CLINIC = 10
export const PICTURES = ['insurance-card.png', 'prescription.png', 'parking.png'] as const

/** Endless: the driver takes as many steps as it needs. */
export function* timeline(seed: string, cast: Cast): Generator<Step, never> {
  const random = createRandom(`${seed} morning`)
  const draw = createDraws(cast, random)
  let agenda: Step[] = []
  let sceneAt = random.between(0, SCENE_GAP_MS[0])
  for (;;) {
    const [next] = agenda
    if (next && next.atMs <= sceneAt) {
      agenda = agenda.slice(1)
      yield next
      continue
    }
    agenda = [...agenda, ...sceneSteps(sceneAt, draw, random)].toSorted((a, b) => a.atMs - b.atMs)
    sceneAt += random.between(...SCENE_GAP_MS)
  }
}

type Draws = ReturnType<typeof createDraws>

/** Each patient of a clinic comes once before any comes twice. */
function createDraws({ clinics, dialogues }: Cast, random: Random) {
  const places = dialogues.map((dialogue, place) => ({ dialogue, place }))
  const opened = places.filter(({ dialogue }) => dialogue.lines[0]?.by === 'patient')
  const decks = clinics.map((clinic) => ({
    clinic,
    patient: createDeck(random, clinic.patients),
    stranger: createDeck(random, clinic.strangers),
    visitor: createDeck(random, visitorsOf(clinic)),
  }))
  return {
    clinic: () => decks[weighted(random, CLINIC_SHARES.slice(0, decks.length))] ?? random.pick(decks),
    scene: () => Object.keys(SHARES)[weighted(random, Object.values(SHARES))] as Scene,
    known: createDeck(
      random,
      opened.filter(({ dialogue }) => !dialogue.isStranger),
    ),
    unknown: createDeck(
      random,
      opened.filter(({ dialogue }) => dialogue.isStranger),
    ),
  }
}

const visitorsOf = ({ organizationId }: CastClinic) =>
  Array.from({ length: VISITORS_PER_CLINIC }, (_, index) => `${organizationId} ${index}`)

function sceneSteps(atMs: number, draw: Draws, random: Random): Step[] {
  const { clinic, patient, stranger, visitor } = draw.clinic()
  const to = clinic.number
  switch (draw.scene()) {
    case 'text':
      return texts(atMs, { from: patient(), clinic, ...draw.known() }, random)
    case 'stranger':
      return texts(atMs, { from: { number: stranger(), firstName: '' }, clinic, ...draw.unknown() }, random)
    case 'picture': {
      const picture = random.between(0, PICTURES.length - 1)
      return [{ atMs, act: { kind: 'picture', from: patient().number, to, picture } }]
    }
    case 'stop': {
      const from = patient().number
      const stopped = { atMs, act: { kind: 'stop', from, to } } as const
      return [stopped, { atMs: atMs + random.between(...STOPPED_MS), act: { kind: 'start', from, to } }]
    }
    case 'chat':
      return chat(atMs, { visitor: visitor(), clinic, ...draw.unknown() }, random)
  }
}

interface Speaker {
  readonly clinic: CastClinic
  readonly dialogue: Dialogue
  readonly place: number
}

/** A patient says all that comes before the clinic's first line. */
function texts(
  atMs: number,
  { from, clinic, dialogue, place }: Speaker & { readonly from: CastClinic['patients'][number] },
  random: Random,
): Step[] {
  const words = wordsOf(clinic, from.firstName, random)
  const talk = { dialogue: place, turn: 0, words }
  return spaced(atMs, turnsOf(dialogue, words)[0] ?? [], random).map(({ atMs, body }) => ({
    atMs,
    act: { kind: 'text', from: from.number, to: clinic.number, body, talk },
  }))
}

function chat(
  atMs: number,
  { visitor, clinic, dialogue }: Speaker & { readonly visitor: string },
  random: Random,
): Step[] {
  const lines = spaced(atMs, turnsOf(dialogue, wordsOf(clinic, '', random))[0] ?? [], random)
  const { organizationId } = clinic
  const said = lines.map(({ atMs, body }): Step => ({ atMs, act: { kind: 'chat', organizationId, visitor, body } }))
  const last = said.at(-1)?.atMs ?? atMs
  return [...said, { atMs: last + random.between(...LEAVES_MS), act: { kind: 'leave', visitor } }]
}

/** Lines as somebody types them: one after the other, with pauses. */
export function spaced(atMs: number, bodies: readonly string[], random: Random): { atMs: number; body: string }[] {
  let at = atMs
  return bodies.map((body, index) => {
    if (index > 0) at += random.between(...LINE_GAP_MS)
    return { atMs: at, body }
  })
}

/** The place of the share that a draw falls into. */
function weighted(random: Random, shares: readonly number[]): number {
  let left = random.next() * shares.reduce((sum, share) => sum + share, 0)
  for (const [place, share] of shares.entries()) {
    left -= share
    if (left < 0) return place
  }
  return 0
}
