/** The interpretation of replies, and the intents, on what people really wrote. */
import { readFileSync } from 'node:fs'
import { interpretReply } from '@foyer/contracts/appointments/replies.rules.ts'
import { emergencyIn, type Intent, intents, intentsOf } from '@foyer/contracts/inbox/intents.rules.ts'
import { describe, expect, test } from 'vitest'

function read(name: string): (readonly [kind: string, text: string])[] {
  const file = new URL(`../../../../../../tests/data/messages/${name}`, import.meta.url)
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => [line.slice(0, line.indexOf('\t')), line.slice(line.indexOf('\t') + 1)])
}

const when = { gender: 'female', time: '09:30', date: '2026-11-27', weekday: 'friday', daysAway: 1 } as const
const visit = { appointmentId: 'a1', patientId: 'p1', firstName: 'Rosalind', ...when }
const confirms = (text: string) =>
  interpretReply(text, [visit], { patientId: 'p1', members: [] }).verdicts.some(({ as }) => as === 'confirm')
const has = (intent: Intent) => (text: string) => intentsOf(text).some((one) => one.intent === intent)

describe('the answers of people who talk to a booking service', () => {
  const answers = read('patient-acts.tsv')
  const of = (...kinds: string[]) => answers.filter(([kind]) => kinds.includes(kind)).map(([, text]) => text)

  test('none that asks or declines confirms a visit', () => {
    expect(of('ask', 'decline').length).toBeGreaterThan(1400)
    expect(of('ask', 'decline').filter(confirms)).toEqual([])
  })

  test('at least 95 of 100 plain confirmations confirm it', () => {
    expect(of('yes').length).toBeGreaterThan(200)
    expect(of('yes').filter(confirms).length / of('yes').length).toBeGreaterThanOrEqual(0.95)
  })
})

test.each(['emergency', 'cancelVisit'] as const)('%s is told by at most 1 %% of texts that no clinic got', (intent) => {
  const texts = read('real-texts.tsv').flatMap(([kind, text]) => (kind === 'ham' || kind === 'spam' ? [text] : []))
  expect(texts.length).toBeGreaterThan(2500)
  expect(texts.filter(has(intent)).length / texts.length).toBeLessThanOrEqual(0.01)
})

describe('the labelled texts', () => {
  const labelled = read('intents.tsv')
  test('are at least 300', () => expect(labelled.length).toBeGreaterThanOrEqual(300))

  test.each(intents)('%s is right in at least 9 of 10 texts that it is told by, and finds 7 of 10', (intent) => {
    const told = labelled.filter(([, text]) => has(intent)(text))
    const right = told.filter(([kind]) => kind === intent)
    expect(right.length / told.length).toBeGreaterThanOrEqual(0.9)
    expect(right.length / labelled.filter(([kind]) => kind === intent).length).toBeGreaterThanOrEqual(0.7)
  })
})

test('emergencyIn names the words that told, without accents and case', () => {
  expect(emergencyIn('Please hurry, I CAN’T BREATHE!')).toBe('cant breathe')
  expect(emergencyIn('Tengo un dolor en el pecho')).toBe('dolor en el pecho')
  expect(emergencyIn('I can’t make it')).toBeNull()
})
