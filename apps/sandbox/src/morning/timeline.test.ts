import { expect, test } from 'vitest'
import { CAST } from './cast.suite.ts'
import { assertMadeUp } from './cast.ts'
import { answerTo, turnsOf } from './dialogue.rules.ts'
import { type Act, PICTURES, type Step, timeline } from './timeline.rules.ts'

function take(count: number, seed = 'a seed'): Step[] {
  const steps = timeline(seed, CAST)
  return Array.from({ length: count }, () => steps.next().value)
}
const STEPS = take(6_000)
const acts = <Kind extends Act['kind']>(kind: Kind) =>
  STEPS.map(({ act }) => act).filter((act): act is Extract<Act, { kind: Kind }> => act.kind === kind)

test('timeline gives the same steps for the same seed, and others for another', () => {
  expect(take(500)).toEqual(take(500))
  expect(take(500, 'another')).not.toEqual(take(500))
})

test('timeline gives its steps in the order of their times', () => {
  expect(STEPS.map(({ atMs }) => atMs)).toEqual(STEPS.map(({ atMs }) => atMs).toSorted((a, b) => a - b))
})

test('timeline begins a scene every 2.5 to 8 seconds', () => {
  const scenes = acts('picture').length + acts('stop').length + firstLines()
  const seconds = (STEPS.at(-1)?.atMs ?? 0) / 1000
  expect(seconds / scenes).toBeGreaterThan(4)
  expect(seconds / scenes).toBeLessThan(6.5)
})

/** Texts and chat lines that open a dialogue. */
function firstLines(): number {
  const openings = CAST.dialogues.flatMap(({ lines }) => (lines[0]?.by === 'patient' ? [lines[0].text] : []))
  const opens = ({ body }: { body: string }) => openings.some((one) => body.startsWith(one.split('{')[0] ?? one))
  return [...acts('text'), ...acts('chat')].filter(opens).length
}

test('timeline mixes texts, pictures, chats and STOP by their shares', () => {
  const scenes = firstLines() + acts('picture').length + acts('stop').length
  const share = (count: number) => Math.round((100 * count) / scenes)
  expect(share(acts('picture').length)).toBeGreaterThanOrEqual(9)
  expect(share(acts('picture').length)).toBeLessThanOrEqual(15)
  expect(share(acts('stop').length)).toBeGreaterThanOrEqual(3)
  expect(share(acts('stop').length)).toBeLessThanOrEqual(7)
  expect(share(acts('leave').length)).toBeGreaterThanOrEqual(10)
  expect(share(acts('leave').length)).toBeLessThanOrEqual(16)
  expect(new Set(acts('picture').map(({ picture }) => picture)).size).toBe(PICTURES.length)
})

test('timeline lets each phone that said STOP say START one to three minutes later', () => {
  for (const [index, { atMs, act }] of take(2_000).entries()) {
    if (act.kind !== 'stop') continue
    const start = STEPS.slice(index).find((one) => one.act.kind === 'start' && one.act.from === act.from)
    expect((start?.atMs ?? 0) - atMs).toBeGreaterThanOrEqual(60_000)
    expect((start?.atMs ?? 0) - atMs).toBeLessThanOrEqual(180_000)
  }
})

test('timeline texts from numbers of the cast to its clinics alone', () => {
  const known = new Set(CAST.clinics.flatMap((one) => [...one.strangers, ...one.patients.map(({ number }) => number)]))
  const clinics = new Set(CAST.clinics.map(({ number }) => number))
  for (const { act } of STEPS) {
    if (act.kind === 'chat' || act.kind === 'leave') continue
    expect([known.has(act.from), clinics.has(act.to)]).toEqual([true, true])
  }
})

test('timeline fills every placeholder, and opens no dialogue with a reminder of the clinic', () => {
  const bodies = [...acts('text'), ...acts('chat')].map(({ body }) => body)
  expect(bodies.filter((body) => body === '' || /[{}]/.test(body) || body === 'C')).toEqual([])
})

test('a patient texts no second dialogue before every patient of the clinic has texted', () => {
  const froms = acts('text').flatMap(({ from, talk, to }) => (to === '+15125550100' && talk ? [from] : []))
  const first = froms.slice(0, 30)
  const runs = first.filter((from, index) => from !== first[index - 1])
  expect(new Set(runs).size).toBe(runs.length)
})

test('turnsOf splits the lines of a patient by those of the clinic', () => {
  const [first] = CAST.dialogues
  const words = { weekday: 'Monday', doctor: 'Dr. Okafor', visit: 'Monday at 9:15' }
  expect(first && turnsOf(first, words)).toEqual([['Can I come in Monday?', 'My knee hurts'], ['Perfect'], []])
})

test('answerTo gives the next turn of the dialogue to some answers of the staff, and the same for the same seed', () => {
  const talk = { dialogue: 0, turn: 0, words: {} }
  const answers = Array.from({ length: 200 }, (_, index) => answerTo('seed', CAST, talk, `+1512555${1000 + index}`))
  const given = answers.filter((one) => one !== null)
  expect(given.length).toBeGreaterThan(100)
  expect(given.length).toBeLessThan(160)
  expect(given.every(({ bodies, talk }) => bodies[0] === 'Perfect' && talk.turn === 1)).toBe(true)
  expect(answerTo('seed', CAST, talk, '+15125551000')).toEqual(answers[0])
})

test('answerTo gives nothing after the last turn', () => {
  const talk = { dialogue: 0, turn: 1, words: {} }
  expect(Array.from({ length: 50 }, (_, index) => answerTo(`${index}`, CAST, talk, '+15125551000'))).toEqual(
    Array.from({ length: 50 }, () => null),
  )
})

test('assertMadeUp refuses a cast with a number outside the 555 exchange', () => {
  const [clinic] = CAST.clinics
  if (!clinic) throw new Error('The cast has no clinic.')
  expect(() => assertMadeUp(CAST)).not.toThrow()
  expect(() => assertMadeUp({ ...CAST, clinics: [{ ...clinic, strangers: ['+15124441234'] }] })).toThrow()
})
