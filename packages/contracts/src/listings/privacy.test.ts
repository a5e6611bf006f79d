import { expect, test } from 'vitest'
import { createRandom } from '../random.rules.ts'
import { MUST_BLOCK, MUST_PASS } from './labelled-replies.suite.ts'
import { bytesOf } from './limits.rules.ts'
import type { LintFacts } from './lint-facts.rules.ts'
import { FACTS } from './lint-facts.suite.ts'
import { nameCandidates } from './names.rules.ts'
import { normalize } from './normal-text.rules.ts'
import { isBlocked, lintReply } from './privacy.rules.ts'
import { sentencesOf } from './sentences.rules.ts'

const lint = (text: string, more: Partial<LintFacts> = {}) => lintReply(text, { ...FACTS, ...more })
const rulesOf = (text: string, more: Partial<LintFacts> = {}) => lint(text, more).findings.map(({ rule }) => rule)

test('lintReply blocks every labelled reply that must be blocked', () => {
  expect(MUST_BLOCK.length + MUST_PASS.length).toBeGreaterThanOrEqual(200)
  expect(MUST_BLOCK.filter((text) => !isBlocked(lint(text)))).toEqual([])
})

test('lintReply blocks what must be blocked also when its lines are wrapped', () => {
  const wrapped = MUST_BLOCK.map((text) => text.replaceAll(' ', '\n'))
  expect(wrapped.filter((text) => !isBlocked(lint(text)))).toEqual([])
  expect(rulesOf('Thank you, Wendell\nBrooks.', { patients: ['Wendell Brooks'] })).toEqual(['names_person'])
})

/** The lint takes a city that no location lies in for a first name. */
const KNOWN_TO_FAIL = ['Our address is 2200 Northgate Blvd, Suite 140, Austin.']

test('lintReply passes every labelled reply that must pass, but for the known ones', () => {
  expect(MUST_PASS.filter((text) => isBlocked(lint(text)))).toEqual(KNOWN_TO_FAIL)
})

test('lintReply passes the words of a clinic’s own name, and those words alone are blocked elsewhere', () => {
  const places = ['Hope & Healing Family Practice']
  expect(isBlocked(lint('Thank you from all of us at Hope & Healing Family Practice.', { places }))).toBe(false)
  expect(isBlocked(lint('We hope it is healing.', { places }))).toBe(true)
})

test('lintReply proposes wordings that it never blocks, whatever is typed', () => {
  const random = createRandom('proposals')
  const all = [...MUST_BLOCK, ...MUST_PASS, 'Zoë 🙂', '{{reviewer}}', '\u202eyour visit', 'a@b.c', '12345']
  for (let round = 0; round < 400; round++) {
    const text = Array.from({ length: random.between(1, 5) }, () => random.pick(all)).join(
      random.pick([' ', '\n', '. ', '']),
    )
    const { findings, proposal } = lint(text)
    expect(proposal === null, text).toBe(!isBlocked({ findings }))
    if (proposal === null) continue
    expect(isBlocked(lint(proposal)), `${text} => ${proposal}`).toBe(false)
    expect(bytesOf(proposal)).toBeLessThanOrEqual(4096)
  }
})

test('lintReply gives places of the text as it was typed when invisible characters stand in it', () => {
  const typed = 'We are sorry about y\u00adour vi\u200bsit.'
  const [finding] = lint(typed).findings
  expect(typed.slice(finding?.from, finding?.to)).toBe('y\u00adour vi\u200bsit')
})

test('lintReply blocks a full name of a patient that only the API knows, in any case', () => {
  expect(rulesOf('thank you wendell brooks', { patients: ['Wendell Brooks'] })).toEqual(['names_person'])
  expect(rulesOf('thank you wendell brooks')).toEqual([])
})

test.each([
  ['Thanks from Wendell Brooks’s team', 'Wendell Brooks'],
  ['Thanks to maria del carmen ruiz', 'Maria Del Carmen Ruiz'],
  ['Thanks to anne marie smith jones', 'Anne-Marie Smith-Jones'],
  ['Thanks to Anne-Marie O’Brien', 'Anne-Marie O’Brien'],
  ['Thanks to soren lukasz', 'Søren Łukasz'],
  ['Thanks to Zoë Müller', 'Zoe Muller'],
  ['Thanks to Xochitl M. Vandermeer', 'Xochitl Vandermeer'],
  ['Vandermeer, Xochitl, wrote this', 'Xochitl Vandermeer'],
  ['Vandermeer, Xochitl M.', 'Xochitl Vandermeer'],
])('lintReply finds in %j the patient %s', (text, patient) => {
  expect(rulesOf(text, { patients: [patient] })).toContain('names_person')
})

test('lintReply says the same of a reviewer or colleague whether or not a patient bears the name', () => {
  const patients = ['Patrick Doyle', 'Lena Kim']
  const facts = { reviewer: 'Patrick Doyle', patients }
  expect(rulesOf('Thank you, Patrick Doyle. Lena Kim will be glad.', facts)).toEqual([])
  expect(rulesOf('Thank you, patrick kim.', { ...facts, patients: ['Patrick Kim'] })).toEqual(['names_person'])
})

test('lintReply lets the name of the clinic stand whatever words it has', () => {
  const places = ['Austin Pain Medicine']
  expect(rulesOf('Austin Pain Medicine is glad of your words.', { places })).toEqual([])
  expect(rulesOf('We are glad of your words about the pain.', { places })).toEqual(['health_detail'])
})

test('nameCandidates holds the folded names of two to five words', () => {
  const text = 'Thanks to Anne-Marie O’Brien’s mother and José del Río.'
  const { text: plain } = normalize(text)
  const names = nameCandidates(sentencesOf(plain), plain)
  expect(names).toContainEqual({ first: 'anne-marie', last: "o'brien" })
  expect(names).toContainEqual({ first: 'anne marie', last: "o'brien" })
  expect(names).toContainEqual({ first: 'jose', last: 'del rio' })
})

test.each(['Thanks to Xochitl M. Vandermeer.', 'Thanks to Vandermeer, Xochitl.', 'Vandermeer, Xochitl M.'])(
  'nameCandidates holds the first and last name of %j',
  (text) => {
    expect(nameCandidates(sentencesOf(text), text)).toContainEqual({ first: 'xochitl', last: 'vandermeer' })
  },
)

test('lintReply lets a canned reply in another language pass word for word', () => {
  const words =
    'Wir danken Ihnen herzlich dafür, dass Sie sich die Zeit genommen haben, uns diese freundliche Bewertung zu schreiben, und freuen uns darüber.'
  expect(isBlocked(lint(words))).toBe(true)
  expect(isBlocked(lint(words, { canned: [words] }))).toBe(false)
})

test.each([
  ['That is not true.', 'argues'],
  ['We will give a refund.', 'offers'],
  ['Please change your review.', 'asks_change'],
  ['THANK YOU VERY MUCH ALL', 'shouts'],
] as const)('lintReply warns of %j and does not block it', (text, rule) => {
  const { findings } = lint(text)
  expect([findings.map((one) => one.rule), isBlocked({ findings })]).toEqual([[rule], false])
})

test('lintReply warns when the same text stands under three of the last replies', () => {
  expect(rulesOf('Thank you!', { recent: ['Thank you!', 'x', 'Thank you!', 'Thank you!'] })).toEqual(['repeats'])
})

test('lintReply reports no finding that lies within another of the same rule, and no two at the same place', () => {
  const nested = [...MUST_BLOCK, ...MUST_PASS].filter((text) => {
    const { findings } = lint(text, { patients: ['Wendell Brooks', 'Maria Del Carmen Ruiz'] })
    return findings.some((one) =>
      findings.some(
        (other) => other !== one && other.rule === one.rule && other.from <= one.from && one.to <= other.to,
      ),
    )
  })
  expect(nested).toEqual([])
})

test('lintReply reports the whole name of a patient once, and not its first name beside it', () => {
  const text = 'Thank you, Maria Ruiz.'
  const { findings } = lint(text, { patients: ['Maria Ruiz'] })
  expect(findings.map(({ rule, from, to }) => [rule, text.slice(from, to)])).toEqual([['names_person', 'Maria Ruiz']])
})
