import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { isBlank } from './blank.rules.ts'
import { calls } from './calls.ts'

/** One character of each invisible kind that can be typed or pasted: name and character. */
const invisible: readonly [string, string][] = [
  ['a space', ' '],
  ['a line break', '\n'],
  ['a tab', '\t'],
  ['a no-break space', '\u00A0'],
  ['a next-line control', '\u0085'],
  ['an em space', '\u2003'],
  ['an ideographic space', '\u3000'],
  ['an empty braille cell', '\u2800'],
  ['a zero-width space', '\u200B'],
  ['a zero-width joiner', '\u200D'],
  ['a word joiner', '\u2060'],
  ['a byte order mark', '\uFEFF'],
  ['a right-to-left mark', '\u200F'],
  ['an Arabic letter mark', '\u061C'],
  ['an override of direction', '\u202E'],
  ['an isolate of direction', '\u2067'],
  ['a soft hyphen', '\u00AD'],
  ['a variation selector', '\uFE0F'],
  ['a supplementary variation selector', '\u{E0100}'],
  ['a tag character', '\u{E0041}'],
  ['a Hangul filler', '\u3164'],
  ['a combining grapheme joiner', '\u034F'],
  ['a Mongolian vowel separator', '\u180E'],
  ['an anchor of an annotation', '\uFFF9'],
]
const all = invisible.map(([, character]) => character)
const blank = fc.array(fc.constantFrom(...all)).map((characters) => characters.join(''))

describe('isBlank', () => {
  test.each(invisible)('is true for %s', (_name, character) => {
    expect(isBlank(character)).toBe(true)
  })

  test.each(['a', '.', '-', '0', 'ا', '한', '👍🏽', '1️⃣', '👩‍⚕️', '\u0301', '\u{1F1FA}\u{1F1F8}'])(
    'is false for %s',
    (shown) => {
      expect(isBlank(shown)).toBe(false)
    },
  )

  test('is true for any mix of invisible characters and false when a letter is among them', () => {
    fc.assert(
      fc.property(blank, blank, (before, after) => {
        expect(isBlank(`${before}${after}`)).toBe(true)
        expect(isBlank(`${before}x${after}`)).toBe(false)
      }),
    )
  })
})

const about = { organizationId: 'org_cedar', conversationId: 'c1' }
const mail = { type: 'email', organizationId: 'org_cedar', email: 'ada@patients.test' }

describe('calls refuse a text when all its characters are invisible', () => {
  const bodies: readonly [string, z.ZodType, string, (text: string) => object][] = [
    ['sendMessage', calls.sendMessage.body, 'message', (message) => ({ ...about, message })],
    ['a note', calls.sendMessage.body, 'message', (message) => ({ ...about, message, private: true })],
    ['createWithMessage', calls.createWithMessage.body, 'message', (message) => ({ ...about, message })],
    ['scheduleMessage', calls.scheduleMessage.body, 'message', (message) => ({ ...about, message })],
    ['rescheduleMessage', calls.rescheduleMessage.body, 'message', (message) => ({ ...about, message })],
    ['addCannedMessage', calls.addCannedMessage.body, 'message', (message) => ({ ...about, title: 'Hi', message })],
    ['a canned message’s title', calls.addCannedMessage.body, 'title', (title) => ({ ...about, title, message: 'Hi' })],
    ['chatSend', calls.chatSend.body, 'message', (message) => ({ message })],
    [
      'a text of sendNotification',
      calls.sendNotification.body,
      'smsContent',
      (smsContent) => ({ type: 'SMS', smsContent }),
    ],
    ['a mail', calls.sendNotification.body, 'mailContent', (mailContent) => ({ ...mail, mailContent })],
    ['a mail’s subject', calls.sendNotification.body, 'mailSubject', (mailSubject) => ({ ...mail, mailSubject })],
    [
      'the after-hours reply',
      calls.saveInboxSettings.body,
      'afterHours.message',
      (message) => ({ afterHours: { message } }),
    ],
    ['the answer to HELP', calls.saveInboxSettings.body, 'helpMessage', (helpMessage) => ({ helpMessage })],
    [
      'a patient’s name',
      calls.createImportAndAssign.body,
      'patient.firstName',
      (firstName) => ({ patient: { firstName } }),
    ],
  ]
  const refused = (schema: z.ZodType, body: object) =>
    schema.safeParse(body).error?.issues.map(({ path }) => path.join('.')) ?? []

  test.each(bodies)('%s', (_name, schema, field, bodyWith) => {
    expect(refused(schema, bodyWith('Hello'))).not.toContain(field)
    for (const text of ['\u200B', '\u202E\u2066 \u00AD', '\uFE0F\u2800\n'])
      expect(refused(schema, bodyWith(text))).toContain(field)
  })

  test('sendMessageFile reads a text as empty when all its characters are invisible', () => {
    const read = calls.sendMessageFile.body.safeParse({ ...about, message: '\u200B\u200F' })
    expect(read.data).toMatchObject({ message: '' })
  })
})
