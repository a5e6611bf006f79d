import { describe, expect, test } from 'vitest'
import { optionsOf } from './flow.rules.ts'
import { chatFacts, frontDesk } from './front-desk.suite.ts'
import { expectations } from './limits.rules.ts'
import {
  asTextMessage,
  didYouMean,
  filledWords,
  fixedPlaceholders,
  gapsIn,
  howToAnswer,
  isFixed,
  isOnFile,
  labelsOf,
  wordsOf,
} from './words.rules.ts'

const heard = (label: string) => ({ value: label, label, nodeId: 'q', verified: false })

describe('filledWords', () => {
  test.each([
    ['Hello {{name}}, {{clinic}} here', 'Hello Ana, Cedar Ridge here'],
    ['{{ name }}', 'Ana'],
    ['{{absent|friend}}', 'friend'],
    ['{{absent}}!', '!'],
    ['{{visit.date|soon}}', 'soon'],
    ['{{toString|x}}', 'x'],
    ['{{braces}}', '{{clinic}}'],
    ['{{long}}', 'x'.repeat(100)],
    ['{{not a name}} {{', '{{not a name}} {{'],
  ])('fills %j once [T21]', (text, filled) => {
    const answers = { name: heard('Ana'), braces: heard('{{clinic}}'), long: heard('x'.repeat(300)) }
    expect(filledWords(text, answers, chatFacts)).toBe(filled)
  })

  test('leaves no half of an emoji where an answer is shortened', () => {
    expect(filledWords('{{name}}', { name: heard(`${'x'.repeat(99)}😀`) }, chatFacts)).toBe('x'.repeat(99))
  })

  test('takes the clinic’s own values before answers of the same name [T21]', () => {
    expect(filledWords('{{clinic}}', { clinic: heard('Evil') }, chatFacts)).toBe('Cedar Ridge')
  })
})

test('gapsIn names each placeholder with its other words', () => {
  expect(gapsIn('{{a}} {{visit.date | soon }}')).toEqual([
    { name: 'a', fallback: null },
    { name: 'visit.date', fallback: 'soon' },
  ])
})

test('wordsOf and labelsOf fall back to the first language when a translation is missing', () => {
  const flow = frontDesk()
  const [, , help] = flow.nodes
  if (help === undefined) throw new Error('The flow has three blocks')
  expect(wordsOf(flow, help, 'es')).toBe('¿En qué podemos ayudarle?')
  expect(labelsOf(flow, help, 'es')).toEqual(['Reservar una cita', 'Renovar una receta', 'Hablar con alguien'])
  const plain = { ...flow, settings: {} }
  expect(wordsOf(plain, help, 'es')).toBe('How can we help today?')
  expect(labelsOf(plain, help, 'es')[0]).toBe('Book a visit')
})

test('optionsOf sorts by number, and by place where there is none', () => {
  const option = (id: string, sequence?: number) => ({ id, label: id, ...(sequence !== undefined && { sequence }) })
  expect(optionsOf({ options: [option('c', 3), option('a', 1), option('b', 2)] }).map(({ id }) => id)).toEqual([
    'a',
    'b',
    'c',
  ])
  expect(optionsOf({ options: [option('x'), option('y')] }).map(({ id }) => id)).toEqual(['x', 'y'])
})

test('asTextMessage numbers the choices, and leaves other words', () => {
  expect(asTextMessage('How?', ['By text', 'By phone'], 'en')).toBe('How?\n1 By text\n2 By phone\nReply with a number.')
  expect(asTextMessage('', ['Sí'], 'es')).toBe('1 Sí\nResponda con un número.')
  expect(asTextMessage('Hello', [], 'en')).toBe('Hello')
})

test('didYouMean joins labels in both languages', () => {
  expect(didYouMean(['A'], 'en')).toBe('Did you mean A?')
  expect(didYouMean(['A', 'B', 'C'], 'en')).toBe('Did you mean A, B or C?')
  expect(didYouMean(['A', 'B'], 'es')).toBe('¿Quiso decir A o B?')
})

test.each(expectations)('howToAnswer says how to answer in both languages when a question expects %s', (expects) => {
  expect(howToAnswer(expects, 'en')).not.toBe('')
  expect(howToAnswer(expects, 'es')).not.toBe(howToAnswer(expects, 'en'))
})

test('isFixed knows each placeholder that no question sets, and isOnFile those of a patient or a visit', () => {
  expect(fixedPlaceholders.every(isFixed)).toBe(true)
  expect(fixedPlaceholders.filter((name) => isOnFile(name) !== name.includes('.'))).toEqual([])
  expect(isFixed('ghost')).toBe(false)
})
