import { keywordOf } from '@foyer/contracts/inbox/keywords.rules.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { interpretKeyword } from './consent-words.rules.ts'

const STOP = ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPT OUT', 'OPTOUT', 'OPT-OUT']

describe('keywordOf', () => {
  test.each([
    ...STOP,
    'stop',
    ' Stop. ',
    'STOP!!!',
    '"Stop"',
    '“STOP”',
    'stop 🛑',
    '🛑✋ STOP ✋🏽🛑',
    '\n\tStop\u00a0\r\n',
    '*stop*',
    'ＳＴＯＰ',
    'Stop all',
    'opt—out',
    'opt_out',
    'Unsubscribe :(',
    'quit\u200b',
  ])('takes %j as stop', (text) => {
    expect(keywordOf(text)).toBe('stop')
  })

  test.each(['START', 'start', ' Unstop! ', 'Start 😊'])('takes %j as start', (text) => {
    expect(keywordOf(text)).toBe('start')
  })
  test.each(['YES', 'yes', 'Yes!', 'yes 👍'])('takes %j as yes', (text) => {
    expect(keywordOf(text)).toBe('yes')
  })
  test.each(['HELP', 'help?', 'Info', 'INFO.', 'help 🙏'])('takes %j as help', (text) => {
    expect(keywordOf(text)).toBe('help')
  })

  test.each([
    'please stop by',
    'Stop by 3',
    'stop 3',
    'cancel 3:30',
    'Cancel my appointment',
    'end of day?',
    '2 end',
    'quit smoking?',
    'yes please',
    'yes, stop',
    'yess',
    'start now',
    'help me',
    'infos',
    'éend',
    'st op',
    'stopp',
    'stopit',
    '停止',
    '',
    '👍',
    '🛑',
    'Liked “STOP”',
    `${'!'.repeat(200)}stop`,
  ])('takes %j as an ordinary text', (text) => {
    expect(keywordOf(text)).toBeNull()
  })

  test('ignores case and everything but letters and digits around a keyword', () => {
    const around = fc.string({ unit: fc.constantFrom(...' \t\n.,!?"“”*_-…()🛑✋😀'), maxLength: 20 })
    const upper = fc.array(fc.boolean(), { minLength: 12, maxLength: 12 })
    fc.assert(
      fc.property(around, fc.constantFrom(...STOP), upper, around, (before, word, cases, after) => {
        const written = [...word].map((letter, index) => (cases[index] ? letter : letter.toLowerCase())).join('')
        expect(keywordOf(before + written + after)).toBe('stop')
      }),
    )
  })

  test('takes a keyword with one more word as an ordinary text', () => {
    fc.assert(
      fc.property(fc.constantFrom(...STOP), fc.constantFrom('at', '9', 'the', 'ñ', '我'), (word, more) => {
        expect([keywordOf(`${word} ${more}`), keywordOf(`${more} ${word}`)]).toEqual([null, null])
      }),
    )
  })
})

describe('interpretKeyword', () => {
  const nothing = { becomes: null, answer: null, askedToStop: null, isWord: false }
  test.each([
    ['STOP', 'subscribed', { becomes: 'opted_out', answer: 'opt_out_confirmation', askedToStop: false, isWord: true }],
    ['STOP', 'opted_out', { ...nothing, askedToStop: false, isWord: true }],
    ['START', 'opted_out', { becomes: 'subscribed', answer: 'welcome', askedToStop: false, isWord: true }],
    ['YES', 'opted_out', { becomes: 'subscribed', answer: 'welcome', askedToStop: false, isWord: true }],
    ['START', 'subscribed', { ...nothing, askedToStop: false, isWord: true }],
    ['YES', 'subscribed', nothing],
    ['HELP', 'subscribed', { ...nothing, answer: 'help', isWord: true }],
    ['HELP', 'opted_out', { ...nothing, answer: 'help', isWord: true }],
    ['please stop texting me', 'subscribed', { ...nothing, askedToStop: true }],
    ['please stop texting me', 'opted_out', nothing],
    ['See you at 9', 'subscribed', nothing],
    ['See you at 9', 'opted_out', nothing],
  ] as const)('gives the effect of %s from a number that is %s', (text, consent, heard) => {
    expect(interpretKeyword(text, consent)).toEqual(heard)
  })
})
