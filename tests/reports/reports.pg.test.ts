/** The browser's report writer and the API's allowlist are separate code; this test runs one against the other. */
import { expect, test } from 'vitest'
import { acceptedEnvelope } from '../../apps/api/src/modules/reports/envelope.ts'
import { eventEnvelope, type Origin, transactionEnvelope } from '../../apps/web/src/reporting/envelope.rules.ts'

const SITE = 'https://foyer.test'
const DSN = 'https://key@reports.test/1'
const at = new Date('2026-11-03T09:11:00.123Z')
const eventId = '7f2a'.repeat(8)

const origin = (userAgent: string, sampled?: boolean): Origin => ({
  dsn: DSN,
  environment: 'production',
  trace: { traceId: 'ab'.repeat(16), spanId: 'cd'.repeat(8), sampled },
  site: SITE,
  userAgent,
})
const chrome = origin('Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36')

const placed = Object.assign(new TypeError('Rosalind is not a function'), {
  stack: `TypeError: Rosalind is not a function\n    at x (${SITE}/assets/inbox-page-C3u1x9aZ.js:1:2345)`,
})
const requestId = '0198f3a2-7c1e-7b5a-9d3f-0123456789ab'
const called = Object.assign(new Error('x', { cause: placed }), { name: 'CallError', status: 503, requestId })

const errors: [string, unknown][] = [
  ['with a place', placed],
  ['of a call, and what caused it', called],
  ['of React', new Error('Minified React error #418; visit https://react.dev/errors/418')],
  ['of a part that did not load', new TypeError(`Failed to fetch dynamically imported module: ${SITE}/assets/x.js`)],
  ['of the browser', new DOMException('x', 'QuotaExceededError')],
  ['of another name', Object.assign(new Error('x'), { name: 'Rosalind' })],
  ['of the router', { status: 500, statusText: 'x', internal: false, data: null }],
  ['that is a text', 'Rosalind'],
  ['that is nothing', undefined],
  ['with a long chain', [1, 2, 3, 4, 5, 6].reduce((cause, n) => new Error(`${n}`, { cause }), called as Error)],
]

test.each(errors)('API accepts unchanged the report of an error %s [RULE-20]', (_, error) => {
  for (const mechanism of ['page', 'uncaught', 'rejection'] as const)
    for (const from of [chrome, origin('curl/8')]) {
      const facts = { eventId, reference: '7F2A-0911Z', error, mechanism, page: '/inbox/:id', at }
      const envelope = eventEnvelope(facts, from)
      expect(linesOf(acceptedEnvelope(envelope, DSN))).toEqual(linesOf(envelope))
      expect(envelope).not.toContain('Rosalind')
    }
})

test('API accepts unchanged the measurement of a navigation [SHELL-09]', () => {
  for (const [op, spanId] of [
    ['pageload', 'cd'.repeat(8)],
    ['navigation', 'ef'.repeat(8)],
  ] as const) {
    const envelope = transactionEnvelope(
      { eventId, page: '/', op, spanId, from: new Date(at.getTime() - 800), until: at },
      origin('Mozilla/5.0 Firefox/144.0', true),
    )
    expect(linesOf(acceptedEnvelope(envelope, DSN))).toEqual(linesOf(envelope))
  }
})

function linesOf(envelope: string | null): unknown[] {
  return envelope === null ? [] : envelope.split('\n').map((line) => JSON.parse(line))
}
