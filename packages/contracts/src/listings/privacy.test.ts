import { expect, test } from 'vitest'
import { createRandom } from '../random.rules.ts'
import { MUST_BLOCK, MUST_PASS } from './labelled-replies.suite.ts'
import { bytesOf } from './limits.rules.ts'
import type { LintFacts } from './lint-facts.rules.ts'
import { isBlocked, lintReply } from './privacy.rules.ts'

const FACTS: LintFacts = {
  reviewer: 'Patrick D.',
  people: ['Dana Whitfield', 'Lena Kim', 'Dr. Amara Okafor'],
  places: ['Cedar Ridge Medical Group', 'Cedar Ridge Northgate'],
  phones: ['+15125550100', '(512) 555-0100'],
  sites: ['https://cedar.example'],
  addresses: ['2200 Northgate Blvd, Suite 140, Austin, TX 78758'],
  phone: '(512) 555-0100',
}
const lint = (text: string, more: Partial<LintFacts> = {}) => lintReply(text, { ...FACTS, ...more })
const rulesOf = (text: string, more: Partial<LintFacts> = {}) => lint(text, more).findings.map(({ rule }) => rule)

test('lintReply blocks every labelled reply that must be blocked', () => {
  expect(MUST_BLOCK.length + MUST_PASS.length).toBeGreaterThanOrEqual(200)
  expect(MUST_BLOCK.filter((text) => !isBlocked(lint(text)))).toEqual([])
})

test('lintReply passes at least 98 % of the labelled replies that must pass', () => {
  const wrong = MUST_PASS.filter((text) => isBlocked(lint(text)))
  expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(MUST_PASS.length * 0.02)
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
