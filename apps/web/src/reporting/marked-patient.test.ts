/** Puts marked patient values into every place that an error can carry, then looks for the marks in the reports. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eventEnvelope, type Origin } from './envelope.rules.ts'

const SITE = 'https://foyer.test'
const MARKS = ['Quaggamark', 'quaggamark', '+15125550187', '5125550187', '1961-07-23', 'token-of-quaggamark']
const MARKED = MARKS.join(' ')

const origin: Origin = {
  dsn: 'https://key@reports.test/1',
  environment: 'production',
  trace: { traceId: 'ab'.repeat(16), spanId: 'cd'.repeat(8), sampled: undefined },
  site: SITE,
  userAgent: `Mozilla/5.0 ${MARKED} Chrome/142.0 (${MARKED})`,
}
const written = (error: unknown) =>
  eventEnvelope(
    {
      eventId: 'ef'.repeat(16),
      reference: 'EFEF-0911',
      error,
      mechanism: 'rejection',
      page: '/inbox/:id',
      at: new Date('2026-11-03T09:11:00Z'),
    },
    origin,
  )
const holdsMark = (text: string) => MARKS.filter((mark) => text.includes(mark))

class Quaggamark extends Error {
  override name = 'Quaggamark'
}

function errors(): [string, unknown][] {
  const named = new Error(MARKED)
  named.name = 'QuaggamarkError'
  const rich = Object.assign(new TypeError(`Cannot read “${MARKED}”`), {
    status: 503,
    requestId: MARKED,
    reason: MARKED,
    data: { patient: { name: MARKED } },
    detail: MARKED,
    issues: [{ path: MARKED, message: MARKED }],
    user: { name: MARKED },
    headers: { authorization: `Bearer ${MARKED}` },
    url: `${SITE}/inbox/${MARKED}?search=${MARKED}#${MARKED}`,
  })
  const stacked = new Error(MARKED)
  stacked.stack = [
    `Error: ${MARKED}`,
    `    at ${MARKED} (${SITE}/inbox/${MARKED}?search=${MARKED}:1:2)`,
    `    at Object.quaggamark [as +15125550187] (${SITE}/assets/main-AbCd1234.js:3:14)`,
    `    at eval (eval at quaggamark (${SITE}/assets/quaggamark.js:1:2), <anonymous>:1:1)`,
    `quaggamark@${SITE}/src/quaggamark.tsx:1:2`,
    '    at https://quaggamark.test/assets/main-AbCd1234.js:1:2',
    '    at blob:https://foyer.test/quaggamark:1:2',
  ].join('\n')
  const forged = new Error(`x\n    at f (${SITE}/assets/quaggamark-AbCd1234.js:1:2)`)
  const hostile = new Proxy(new Error(MARKED), {
    get() {
      throw new Error(MARKED)
    },
  })
  return [
    ['message', new Error(MARKED)],
    ['name', named],
    ['class', new Quaggamark(MARKED)],
    ['properties', rich],
    ['stack', stacked],
    ['forged place', forged],
    ['cause', new Error('outer', { cause: new Error(MARKED, { cause: rich }) })],
    ['cause that is a text', new Error('outer', { cause: MARKED })],
    ['several', new AggregateError([new Error(MARKED), MARKED], MARKED)],
    ['text', MARKED],
    ['object', { message: MARKED, name: MARKED, stack: MARKED, status: MARKED, [MARKED]: MARKED }],
    ['answer of the router', { status: 500, statusText: MARKED, internal: false, data: MARKED }],
    ['of the browser', new DOMException(MARKED, 'AbortError')],
    ['React', new Error(`Minified React error #418; visit https://react.dev/errors/418?args[]=${MARKED}`)],
    ['missing part', new TypeError(`Failed to fetch dynamically imported module: ${SITE}/assets/${MARKED}.js`)],
    ['hostile', hostile],
    ['symbol', Symbol(MARKED)],
    ['nothing', undefined],
  ]
}

test.each(errors())('report contains no patient value when the error has one: %s [SEC-11] [T31]', (_, error) => {
  const text = written(error)
  expect(holdsMark(text)).toEqual([])
  expect(JSON.parse(text.split('\n')[2]!).exception.values.length).toBeGreaterThan(0)
})

test('report contains the harmless facts of an error', () => {
  const error = Object.assign(new Error(MARKED), {
    name: 'CallError',
    status: 503,
    requestId: '0198f3a2-7c1e-7b5a-9d3f-0123456789ab',
    stack: `Error: ${MARKED}\n    at quaggamark (${SITE}/assets/inbox-page-C3u1x9aZ.js:1:2345)\n    at x (${SITE}/assets/main-AbCd1234.js:3:14)`,
  })
  const { exception, tags, transaction } = JSON.parse(written(error).split('\n')[2]!)
  expect(exception.values).toEqual([
    {
      type: 'CallError',
      value: 'status 503, request 0198f3a2-7c1e-7b5a-9d3f-0123456789ab',
      mechanism: { type: 'rejection', handled: false },
      stacktrace: {
        frames: [
          { filename: 'app:///assets/main-AbCd1234.js', lineno: 3, colno: 14, in_app: true },
          { filename: 'app:///assets/inbox-page-C3u1x9aZ.js', lineno: 1, colno: 2345, in_app: true },
        ],
      },
    },
  ])
  expect({ tags, transaction }).toEqual({
    tags: { reference: 'EFEF-0911', mechanism: 'rejection', status: '503' },
    transaction: '/inbox/:id',
  })
})

test('report contains only known texts, whatever is thrown [SEC-11]', () => {
  const known =
    /^([0-9a-f]{16,32}|javascript|error|fatal|production|\/inbox\/:id|foyer\.browser|1|never|EFEF-0911|rejection|\d{1,3}|Chrome|app:\/\/\/assets\/[\w.-]+\.js|Thrown|ErrorResponse|[A-Z][A-Za-z]*Error|Error|message withheld|status \d{1,3})$/
  const word = fc.string({ unit: 'grapheme', maxLength: 40 })
  const thrown = fc.letrec((tie) => ({
    any: fc.oneof({ depthSize: 'small' }, word, fc.anything(), tie('error'), tie('object')),
    error: fc
      .record({ message: word, name: word, stack: word, cause: tie('any'), status: fc.oneof(fc.integer(), word) })
      .map((fields) => Object.assign(new Error(), fields)),
    object: fc.record({ message: word, status: fc.oneof(fc.integer(), word), requestId: word, cause: tie('any') }),
  })).any
  fc.assert(
    fc.property(thrown, (error) => {
      const [, , payload = ''] = written(error).split('\n')
      const texts: string[] = []
      JSON.parse(payload, (_key, value) => {
        if (typeof value === 'string') texts.push(value)
        return value
      })
      expect(texts.filter((text) => !known.test(text))).toEqual([])
    }),
    { numRuns: 500 },
  )
})
