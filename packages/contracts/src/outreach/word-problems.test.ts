import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fieldValues } from './field-values.rules.ts'
import { sampleFacts } from './sample-patient.rules.ts'
import { type CheckedWords, wordProblems } from './word-problems.rules.ts'

const clinic = { name: 'Cedar Ridge', timezone: 'America/Chicago', phoneNumber: '+15125550100' }
const now = new Date('2026-11-19T15:16:00Z')
const usual: CheckedWords = {
  ...{ type: 'SMS', content: 'Hi {{firstName}}, flu shots are here. {{clinic}}', subject: null, step: 1 },
  ...{ clinicName: clinic.name, fallbacks: {}, values: fieldValues(sampleFacts(clinic, null, now)) },
  ...{ links: { ownHosts: ['foyer.example'], linkHosts: [] }, shortLinkUrl: 'https://foyer.example/s' },
}
const problems = (more: Partial<CheckedWords>) => wordProblems({ ...usual, ...more })
const said = (more: Partial<CheckedWords>) => problems(more).map(({ code, message }) => `${code}: ${message}`)

test('wordProblems finds nothing in good words of a text and of an email', () => {
  expect(problems({})).toEqual([])
  expect(problems({ content: 'cedar  ridge: we open at 8.' })).toEqual([])
  expect(problems({ type: 'email', subject: 'Flu shots', content: 'Reply CANCEL to cancel “it”.' })).toEqual([])
})

test('wordProblems says what is missing when there are no words', () => {
  expect(said({ content: ' \u200b ' })).toEqual(['empty: Write what the patient reads.'])
  expect(said({ type: 'email', subject: ' ', content: '' })).toEqual([
    'empty: Write a subject.',
    'empty: Write the email.',
  ])
})

test('wordProblems asks a text for its sender and proposes one', () => {
  expect(problems({ content: 'We open at 8.' })).toEqual([
    {
      ...{ code: 'no_sender', level: 'problem', step: 1, from: null, to: null },
      ...{ message: 'Name the clinic: a text must say who sends it.', proposal: '{{clinic}}: We open at 8.' },
    },
  ])
  expect(problems({ content: '{{clinic}}: We open at 8.' })).toEqual([])
})

test.each(['Book at https://lakeside.test/flu', 'Hi {{firstName|Lakeside}}, flu shots are here.'])(
  'wordProblems asks for the sender when only a link or a fallback has the name of the clinic: %s',
  (content) =>
    expect(problems({ content, clinicName: 'Lakeside' })).toMatchObject([{ code: 'no_sender', level: 'problem' }]),
)

test('wordProblems judges the fallbacks of the campaign at the placeholders that show them', () => {
  const content = 'Hi {{firstName}}, {{clinic}} is open. {{doctor|We}} call you.'
  const places = (fallbacks: CheckedWords['fallbacks']) =>
    problems({ content, fallbacks }).map(({ code, from, to }) => [code, content.slice(from ?? 0, to ?? 0)])
  expect(places({ firstName: 'there', doctor: 'Reply CANCEL to cancel your visit.' })).toEqual([])
  expect(places({ FirstName: 'Reply CANCEL to cancel your visit.' })).toEqual([['collides', '{{firstName}}']])
  expect(places({ firstName: 'see http://10.0.0.1/a' })).toEqual([['bad_link', '{{firstName}}']])
  const later = 'Hi {{firstName}}. {{clinic}}: reply STOP to cancel your visit.'
  const [found] = problems({ content: later, fallbacks: { firstName: 'dear patient' } })
  expect(later.slice(found?.from ?? 0, found?.to ?? 0)).toBe('STOP')
  expect(problems({ content: found?.proposal ?? '', fallbacks: { firstName: 'dear patient' } })).toEqual([])
})

test('wordProblems judges the booking page as any link', () => {
  const values = fieldValues(sampleFacts(clinic, 'https://10.0.0.1/book', now))
  expect(said({ content: '{{clinic}}: {{bookingLink}}', values })).toEqual([
    'bad_link: The booking page: A link leads to the name of a public host.',
  ])
})

test('wordProblems names unknown fields and stray braces with their places', () => {
  const content = '{{clinic}} {{room|x}} {{first name}} {{'
  const found = problems({ content })
  expect(found.map(({ code, message, word }) => [code, word, message])).toEqual([
    ['unknown_field', 'room', '{{room}} is not a field of this text.'],
    ['unknown_field', '{{first name}}', '{{first name}} is not a field of this text.'],
    ['unknown_field', '{{', '{{ is not a field of this text.'],
  ])
  expect(found.map(({ from, to }) => content.slice(from ?? 0, to ?? 0))).toEqual(['{{room|x}}', '{{first name}}', '{{'])
  expect(said({ type: 'email', subject: 'Hi {{room}}', content: 'x' })).toEqual([
    'unknown_field: In the subject: {{room}} is not a field of this text.',
  ])
})

test('wordProblems judges the length of the finished text, with its short links and how to opt out', () => {
  // The added line has 23 characters with its blank.
  const most = 'x'.repeat(1600 - 'Cedar Ridge: . Reply STOP to opt out.'.length)
  expect(problems({ content: `{{clinic}}: ${most}.` })).toEqual([])
  expect(said({ content: `{{clinic}}: ${most}x.` })).toEqual([
    'too_long: 1,601 characters are too many: 1,600 at most.',
  ])
  const link = `https://cedar.test/${'y'.repeat(1000)}`
  expect(problems({ content: `{{clinic}} ${'x'.repeat(1000)} ${link}` })).toEqual([])
  expect(said({ content: `{{clinic}} ${'x'.repeat(1000)} ${link}`, shortLinkUrl: null })).toHaveLength(1)
  expect(said({ type: 'email', subject: 'x'.repeat(201), content: 'x' })).toEqual([
    'too_long: The subject has 201 characters: 200 at most.',
  ])
})

test('wordProblems refuses links to other schemes, with details of patients, and the sixth link', () => {
  const content = `{{clinic}} javascript:alert(1) https://cedar.test/{{lastName}} ${'https://cedar.test/a '.repeat(3)}{{bookingLink}} https://cedar.test/b`
  const found = problems({ content })
  expect(found.map(({ code, message }) => [code, message])).toEqual([
    ['bad_link', 'This is not an http or https address.'],
    ['bad_link', 'A link can’t hold a patient’s details.'],
    ['bad_link', 'A message has 5 links at most.'],
  ])
  expect(content.slice(found[2]?.from ?? 0, found[2]?.to ?? 0)).toBe('https://cedar.test/b')
})

test('wordProblems has the findings of the guard with their level, word and proposal', () => {
  const content = "{{clinic}}: Reply YES to book, STOP if you can't come"
  const proposal = "{{clinic}}: Reply BOOK to book, NO if you can't come"
  expect(problems({ content, step: 2 })).toEqual([
    {
      ...{ code: 'collides', level: 'warning', step: 2, from: 18, to: 21, word: 'YES', proposal },
      message: 'YES from someone who opted out opts them in.',
    },
    {
      ...{ code: 'collides', level: 'problem', step: 2, from: 31, to: 35, word: 'STOP', proposal },
      message: 'STOP opts the patient out of all texts.',
    },
  ])
})

test('wordProblems warns of smart quotes that alone shorten the segments of a text', () => {
  const content = `{{clinic}}: It’s “open”. ${'x'.repeat(60)}`
  expect(problems({ content })).toMatchObject([
    {
      ...{ code: 'plain_quotes', level: 'warning', from: 14, to: 23 },
      message: '’ “ ” leaves room for 70 characters a segment instead of 160: 2 segments, 1 with plain ones.',
      proposal: `{{clinic}}: It's "open". ${'x'.repeat(60)}`,
    },
  ])
  expect(problems({ content: `${content} 👍` })).toEqual([])
})

test('wordProblems finds no collision, sender or quote to mend in its own proposals, whatever the words', () => {
  const words = [
    'Reply',
    'CANCEL',
    '“end”',
    'to cancel your visit',
    'HELP',
    'for prices',
    'or',
    '.',
    'it’s',
    '{{clinic}}',
    'https://x.test',
  ]
  const written = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 20 }).map((parts) => parts.join(' '))
  fc.assert(
    fc.property(written, (content) => {
      for (const { code, proposal } of problems({ content })) {
        if (proposal === undefined) continue
        expect(problems({ content: proposal }).map((other) => other.code)).not.toContain(code)
      }
    }),
  )
})
