import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type Intent, intents } from './intent-names.rules.ts'
import { emergencyIn, intentsOf } from './intents.rules.ts'

function read(name: string): (readonly [kind: string, text: string])[] {
  const file = new URL(`../../../../tests/data/messages/${name}`, import.meta.url)
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => [line.slice(0, line.indexOf('\t')), line.slice(line.indexOf('\t') + 1)])
}

const has = (intent: Intent) => (text: string) => intentsOf(text).some((one) => one.intent === intent)

test.each(['emergency', 'cancelVisit'] as const)(
  '%s is told by at most 1 in 100 texts that no clinic got',
  (intent) => {
    const texts = read('real-texts.tsv').flatMap(([kind, text]) => (kind === 'ham' || kind === 'spam' ? [text] : []))
    expect(texts.length).toBeGreaterThan(2500)
    expect(texts.filter(has(intent)).length / texts.length).toBeLessThanOrEqual(0.01)
  },
)

describe('the labelled texts', () => {
  const labelled = read('intents.tsv')
  test('are at least 400', () => expect(labelled.length).toBeGreaterThanOrEqual(400))

  test.each(intents)('%s is right in at least 9 of 10 texts that tell it, and is found in 9 of 10', (intent) => {
    const told = labelled.filter(([, text]) => has(intent)(text))
    const right = told.filter(([kind]) => kind === intent)
    expect(right.length / told.length).toBeGreaterThanOrEqual(0.9)
    expect(right.length / labelled.filter(([kind]) => kind === intent).length).toBeGreaterThanOrEqual(0.9)
  })
})

test('emergencyIn names the words that told, without accents and case', () => {
  expect(emergencyIn('Please hurry, I CAN’T BREATHE!')).toBe('cant breathe')
  expect(emergencyIn('Tengo un dolor en el pecho')).toBe('dolor en el pecho')
  expect(emergencyIn('I can’t make it')).toBeNull()
})

test.each([
  'He had a seizure two minutes ago',
  'my dad had a stroke last night',
  'She had a heart attack in 20 minutes',
  'I had no chest pain yesterday but now chest pain again',
  'history of seizures and he is having a seizure now',
])('emergencyIn hears "%s" although its words are near to misleading ones', (text) => {
  expect(emergencyIn(text)).not.toBeNull()
})

test.each(['My dad had a stroke in 2019', 'She had a seizure three years ago'])(
  'emergencyIn leaves out "%s"',
  (text) => {
    expect(emergencyIn(text)).toBeNull()
  },
)

test('intentsOf tells the gravest intent first', () => {
  const told = intentsOf('I need a refill and I have to cancel my appointment').map(({ intent }) => intent)
  expect(told).toEqual(['cancelVisit', 'refill'])
})

test.each([
  'I don’t want to cancel my appointment',
  'No quiero cancelar mi cita',
  'What is your cancellation policy?',
  'I have no chest pain today',
  'My seizure meds arrived',
])('intentsOf tells nothing of the misleading text "%s"', (text) => expect(intentsOf(text)).toEqual([]))

test('intentsOf ends quickly when a text is long', () => {
  const long = 'cancel refill i will be late '.repeat(20_000)
  expect(intentsOf(long).map(({ intent }) => intent)).toContain('refill')
})
