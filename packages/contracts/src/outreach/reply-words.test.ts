import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { reminderCollisions } from '../appointments/reminder-guard.rules.ts'
import { collisionsIn, saysHowToOptOut } from './reply-words.rules.ts'

const optsOut = (word: string) => `${word} opts the patient out of all texts.`
const unseen = (word: string) => `${word} is answered by itself; nobody sees it.`
const optsIn = (word: string) => `${word} from someone who opted out opts them in.`
const confirms = (word: string) => `${word} confirms a visit that waits for an answer.`

type Row = [text: string, found: [word: string, level: string, message: string][], proposal: string]
const problem = (word: string, message: (word: string) => string): Row[1][number] =>
  [...[word, 'problem', message(word.toUpperCase())]] as Row[1][number]
const warning = (word: string, message: (word: string) => string): Row[1][number] =>
  [...[word, 'warning', message(word.toUpperCase())]] as Row[1][number]

test.each<Row>([
  // The rows of the brief.
  ['Reply CANCEL to cancel your visit.', [problem('CANCEL', optsOut)], 'Reply NO to cancel your visit.'],
  ['Text "end" to end the call list', [problem('end', optsOut)], 'Text "NO" to end the call list'],
  ['Responda STOP para cancelar su cita', [problem('STOP', optsOut)], 'Responda NO para cancelar su cita'],
  [
    "Reply YES to book, STOP if you can't come",
    [warning('YES', optsIn), problem('STOP', optsOut)],
    "Reply BOOK to book, NO if you can't come",
  ],
  ['Reply HELP to talk to a nurse', [problem('HELP', unseen)], 'Reply NURSE to talk to a nurse'],
  ['Send INFO for prices', [problem('INFO', unseen)], 'Send MORE for prices'],
  ['Reply HELP and we call you', [problem('HELP', unseen)], 'Reply CALL and we call you'],
  ['Reply C for a call back', [warning('C', confirms)], 'Reply CALL for a call back'],
  [
    'Reply R for refills',
    [warning('R', (word) => `${word} asks for another time of a visit that waits for an answer.`)],
    'Reply REFILLS for refills',
  ],
  // Other forms of an instruction.
  ['To cancel your visit, reply CANCEL', [problem('CANCEL', optsOut)], 'To cancel your visit, reply NO'],
  ["Can't come? Reply STOP.", [problem('STOP', optsOut)], "Can't come? Reply NO."],
  ['CANCEL to cancel your visit', [problem('CANCEL', optsOut)], 'NO to cancel your visit'],
  ['Reply C or CANCEL', [problem('CANCEL', optsOut)], 'Reply C or NO'],
  ['Reply C or CANCEL to cancel.', [problem('CANCEL', optsOut)], 'Reply C or NO to cancel.'],
  ['Reply 1 or cancel to cancel', [problem('cancel', optsOut)], 'Reply 1 or NO to cancel'],
  ["txt us 'end' if you can't come", [problem('end', optsOut)], "txt us 'NO' if you can't come"],
  ['Respond with “Quit” to reschedule', [problem('Quit', optsOut)], 'Respond with “NO” to reschedule'],
  ['REPLY CANCEL TO CANCEL YOUR VISIT', [problem('CANCEL', optsOut)], 'REPLY NO TO CANCEL YOUR VISIT'],
  ['Reply to this text with CANCEL', [problem('CANCEL', optsOut)], 'Reply to this text with NO'],
  ['Reply STOP and we cancel your visit', [problem('STOP', optsOut)], 'Reply NO and we cancel your visit'],
  ['Reply:\nC = confirm\nCANCEL = cancel', [problem('CANCEL', optsOut)], 'Reply:\nC = confirm\nNO = cancel'],
  ['Conteste CANCEL si no puede venir', [problem('CANCEL', optsOut)], 'Conteste NO si no puede venir'],
  ['Envíe «stop» para cancelar su cita', [problem('stop', optsOut)], 'Envíe «NO» para cancelar su cita'],
  ['Para cancelar responde CANCEL', [problem('CANCEL', optsOut)], 'Para cancelar responde NO'],
  ['Reply QUIT to join our class', [problem('QUIT', optsOut)], 'Reply JOIN to join our class'],
  ['Reply {{firstName|CANCEL}} to cancel', [problem('CANCEL', optsOut)], 'Reply {{firstName|NO}} to cancel'],
  ['For prices, text INFO', [problem('INFO', unseen)], 'For prices, text MORE'],
  ['Text START to begin the survey', [warning('START', optsIn)], 'Text BEGIN to begin the survey'],
  ['Want a flu shot? Reply YES.', [warning('YES', optsIn)], 'Want a flu shot? Reply BOOK.'],
  ['Reply NO to skip it, CANCEL to cancel', [problem('CANCEL', optsOut)], 'Reply NO to skip it, DECLINE to cancel'],
])('collisionsIn finds the words and proposes others when a text says %j', (text, expected, proposal) => {
  const found = collisionsIn(text)
  expect(found.map(({ word, level, message }) => [word, level, message])).toEqual(expected)
  expect(found.map(({ from, to }) => text.slice(from, to))).toEqual(expected.map(([word]) => word))
  expect(found.map((one) => one.proposal)).toEqual(expected.map(() => proposal))
  expect(collisionsIn(proposal)).toEqual([])
})

test.each([
  'Reply STOP to opt out.',
  'To stop texts, text STOP',
  'unsubscribe: reply STOP',
  'HELP for help, STOP to end',
  'Reply C to confirm or R to reschedule.',
  'Please cancel by phone.',
  'We end at 5.',
  'Reply STOP to end texts',
  'Reply STOP',
  'Msg&data rates may apply. Reply STOP to cancel, HELP for help',
  'Reply STOP to unsubscribe or C to confirm',
  'Reply STOP, END, CANCEL, UNSUBSCRIBE or QUIT to opt out.',
  'Reply CANCEL to stop messages',
  'Text STOP to stop your visit reminders',
  'Envíe STOP para dejar de recibir mensajes',
  'Reply YES to confirm your visit, or NO if you cannot come',
  'Reply YES to receive texts',
  'Text START to resume messages',
  'Need help? Text HELP.',
  'Reply R if you need to cancel',
  'Call us to cancel.',
  'Reply C to confirm or call to cancel',
  'Please reply to cancel your visit',
  'Text us to end your visit early',
  'Please send us a text at the end of the day',
  'OK to bring your dog?',
  '',
])('collisionsIn finds nothing when a text says %j', (text) => {
  expect(collisionsIn(text)).toEqual([])
})

test.each([
  ['Reply C to confirm or CANCEL to cancel.', 'CANCEL', 'Reply C to confirm or R to cancel.'],
  ['Reply CANCEL to cancel', 'CANCEL', 'Reply R to cancel'],
  ['Reply STOP to cancel your appointment', 'STOP', 'Reply R to cancel your appointment'],
  ['Reply YES to confirm, END to decline', 'END', 'Reply YES to confirm, R to decline'],
  ['Reply "quit" to reschedule', 'quit', 'Reply "R" to reschedule'],
  ['Responda CANCEL para cancelar', 'CANCEL', 'Responda R para cancelar'],
  ['Reply with the word cancel if you cannot come', 'cancel', 'Reply with the word R if you cannot come'],
  ['Reply R to move it or REVOKE to drop it', 'REVOKE', 'Reply R to move it or N to drop it'],
])(
  'reminderCollisions proposes a letter that replies to reminders hear when a text says %j',
  (text, word, proposal) => {
    const [found, ...others] = reminderCollisions(text)
    expect(others).toEqual([])
    expect(found).toMatchObject({ word, proposal, level: 'problem' })
    expect(found?.message).toMatch(
      new RegExp(`^${word.toUpperCase()} stops all texts at the carrier. Ask for \\w instead.$`),
    )
    expect(reminderCollisions(proposal)).toEqual([])
  },
)

describe('saysHowToOptOut', () => {
  test.each([
    'Reply STOP to opt out.',
    'Text STOP to end',
    'STOP to quit HELP for help',
    'Unsub: STOP',
    'To stop these texts reply stop',
    'Responda STOP para no recibir mensajes',
    'Reply CANCEL to unsubscribe.',
  ])('is true when a text says %j', (text) => expect(saysHowToOptOut(text)).toBe(true))

  test.each(['', 'Reply STOP to cancel your visit', 'Stop by at 5.', 'Reply HELP for help', 'To opt out, call us.'])(
    'is false when a text says %j',
    (text) => expect(saysHowToOptOut(text)).toBe(false),
  )
})

describe('collisionsIn on texts that people wrote', () => {
  const file = new URL('../../../../tests/data/messages/real-texts.tsv', import.meta.url)
  const texts = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t') as [kind: string, text: string])
  const of = (kind: string) => texts.filter(([own]) => own === kind).map(([, text]) => text)

  test.each(['ham', 'patient', 'clinic'])('flags at most 1 of 1,000 %s texts', (kind) => {
    const flagged = of(kind).filter((text) => collisionsIn(text).length > 0)
    expect(of(kind).length).toBeGreaterThan(2000)
    expect(flagged.length, flagged.join('\n')).toBeLessThanOrEqual(of(kind).length / 1000)
  })

  test('flags no opt-out instruction of the spam', () => {
    const instructions = of('spam').filter((text) =>
      /\b(?:stop|end|quit|cancel|optout|unsubscribe|out)\b.*\b\d{4,}|\b(?:to stop|unsub\w*|opt[\s-]?out|remov\w+|stop\?)/i.test(
        text,
      ),
    )
    const flagged = instructions.filter((text) => collisionsIn(text).some(({ heard }) => heard === 'optOut'))
    expect(instructions.length).toBeGreaterThan(30)
    expect(flagged).toEqual([])
  })
})

test('collisionsIn proposes texts in which it finds nothing, whatever the text', () => {
  const words = [
    ...[
      'CANCEL',
      'cancel',
      '"end"',
      'STOP',
      'quit',
      "'REVOKE'",
      'opt-out',
      'HELP',
      'INFO',
      'YES',
      'START',
      'C',
      'R',
      'OK',
      'NO',
    ],
    ...[
      'Reply',
      'Text',
      'send',
      'Responda',
      'with the word',
      'to',
      'or',
      ',',
      '.',
      '?',
      '\n',
      '=',
      'and we',
      'if',
      'para',
    ],
    ...[
      'book',
      'cancel your visit',
      'talk to a nurse',
      'a call back',
      'opt out',
      'texts',
      'Dr.',
      '{{firstName}}',
      'MORE',
      'CALL',
      '55512',
    ],
  ]
  const written = fc
    .array(
      fc.oneof(
        { weight: 9, arbitrary: fc.constantFrom(...words) },
        { weight: 1, arbitrary: fc.string({ maxLength: 12 }) },
      ),
      {
        maxLength: 30,
      },
    )
    .map((parts) => parts.join(' '))
  fc.assert(
    fc.property(written, (text) => {
      for (const find of [collisionsIn, reminderCollisions]) {
        const found = find(text)
        for (const { from, to, word, proposal } of found) {
          expect(text.slice(from, to)).toBe(word)
          expect(find(proposal)).toEqual([])
        }
      }
    }),
    { numRuns: 1500 },
  )
})
