import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { Registry } from 'prom-client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { RunningConfig } from '../../config/config.ts'
import { createLog, requestLog } from '../../http/log.ts'
import { problemHandler } from '../../http/problem.ts'
import { ALTOGETHER, createReportLimit, PER_NETWORK } from './report-limit.ts'
import { reportRoutes, TUNNEL_PATH } from './reports.routes.ts'

const MARK = 'Quaggamark'
const undo: (() => void)[] = []
afterEach(() => {
  for (const step of undo.splice(0)) step()
})

async function serve(listener: Parameters<typeof createServer>[1]) {
  const server = createServer(listener).listen(0)
  await new Promise((resolve) => server.once('listening', resolve))
  undo.push(() => server.close().closeAllConnections())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** The requests that the error-reporting service received, and the status of its answers. */
let received: { url: string; headers: NodeJS.Dict<string | string[]>; body: string }[]
let answer: number
let service: string
let dsn: string
let logged: string
let now: Date

beforeEach(async () => {
  received = []
  answer = 200
  logged = ''
  now = new Date('2026-11-03T09:11:00Z')
  service = await serve(async (req, res) => {
    let body = ''
    for await (const part of req) body += String(part)
    received.push({ url: req.url ?? '', headers: req.headers, body })
    res.writeHead(answer, { location: `${service}/elsewhere` }).end(MARK)
  })
  dsn = service.replace('http://', 'http://publickey@').concat('/42')
})

async function tunnel(errorReportingDsn: string | null = dsn) {
  const log = createLog('trace', {
    write: (line: string) => {
      logged += line
    },
  })
  const app = express()
  app.use(requestLog({ log, newId: () => 'r', metrics: new Registry() }))
  const config = { errorReportingDsn, publicUrl: 'http://foyer.test' } as RunningConfig
  app.use(reportRoutes({ config, clock: { now: () => now } }, new AbortController().signal))
  app.use((_req, res) => void res.status(404).end())
  app.use(problemHandler({ log }))
  const url = (await serve(app)) + TUNNEL_PATH
  return (body: string, headers: Record<string, string> = {}, method = 'POST') =>
    fetch(url, {
      method,
      headers: { 'content-type': 'text/plain;charset=UTF-8', 'sec-fetch-site': 'same-origin', ...headers },
      ...(method === 'POST' && { body }),
    })
}

const eventId = 'ab'.repeat(16)
const payload = {
  event_id: eventId,
  platform: 'javascript',
  environment: 'production',
  transaction: '/inbox',
  sdk: { name: 'foyer.browser', version: '1', settings: { infer_ip: 'never' } },
  timestamp: 1_793_700_660.5,
  level: 'fatal',
  tags: { reference: 'ABAB-0911Z', mechanism: 'page' },
  contexts: { trace: { trace_id: 'cd'.repeat(16), span_id: 'ef'.repeat(8) } },
  exception: {
    values: [
      {
        type: 'TypeError',
        value: 'message withheld',
        mechanism: { type: 'page', handled: true },
        stacktrace: {
          frames: [{ filename: 'app:///assets/main-AbCd1234.js', lineno: 1, colno: 2, in_app: true }],
        },
      },
    ],
  },
}

function envelope({ header = {}, type = 'event', item = {} }: { header?: object; type?: string; item?: object } = {}) {
  const head = { event_id: eventId, sent_at: '2026-11-03T09:11:00.000Z', dsn, ...header }
  return [head, { type }, { ...payload, ...item }].map((part) => JSON.stringify(part)).join('\n')
}

const linesOf = (body: string) => body.split('\n').map((line) => JSON.parse(line))

test('report route forwards our own report without headers of the request [RULE-20] [OPEN-085]', async () => {
  const post = await tunnel()
  const response = await post(envelope(), {
    cookie: `session=${MARK}`,
    'user-agent': MARK,
    'x-forwarded-for': '9.9.9.9',
  })
  expect([response.status, await response.json()]).toEqual([200, {}])
  expect(received).toHaveLength(1)
  expect(received[0]).toMatchObject({
    url: '/api/42/envelope/?sentry_version=7&sentry_key=publickey',
    headers: { 'content-type': 'application/x-sentry-envelope' },
  })
  expect(linesOf(received[0]!.body)).toEqual(linesOf(envelope()))
  expect(JSON.stringify(received[0])).not.toMatch(/Quaggamark|9\.9\.9\.9/)
})

describe('report route refuses an envelope with foreign content [SEC-11] [OPEN-085]', () => {
  const values = payload.exception.values
  test.each([
    ['another project', () => envelope({ header: { dsn: dsn.replace('/42', '/43') } })],
    ['another host', () => envelope({ header: { dsn: 'https://publickey@elsewhere.test/42' } })],
    ['no project', () => envelope({ header: { dsn: undefined } })],
    ['another event', () => envelope({ header: { event_id: 'ff'.repeat(16) } })],
    ['a user', () => envelope({ item: { user: { name: MARK } } })],
    ['a request', () => envelope({ item: { request: { url: MARK } } })],
    ['breadcrumbs', () => envelope({ item: { breadcrumbs: [{ message: MARK }] } })],
    ['a message', () => envelope({ item: { message: MARK } })],
    ['an error’s message', () => envelope({ item: { exception: { values: [{ ...values[0], value: MARK }] } } })],
    ['an address', () => envelope({ item: { transaction: `/inbox?search=${MARK}` } })],
    ['a tag', () => envelope({ item: { tags: { ...payload.tags, patient: MARK } } })],
    ['a recording', () => envelope({ type: 'replay_recording' })],
    ['a file', () => `${envelope()}\n{"type":"attachment"}\n${MARK}`],
    ['not JSON', () => `{"dsn":"${dsn}"\n${MARK}`],
    ['nothing', () => ''],
  ])('%s', async (_, body) => {
    const response = await (await tunnel())(body())
    expect(response.status).toBe(400)
    expect(await response.text()).not.toContain(MARK)
    expect(received).toEqual([])
    expect(logged).not.toContain(MARK)
  })
})

test('report route logs the path and the status and nothing of the body [SEC-11]', async () => {
  const post = await tunnel()
  answer = 500
  await post(envelope())
  await post(envelope({ item: { message: MARK } }))
  await post(MARK.repeat(5000))
  expect(logged.match(/"path":"\/monitoring","status":(\d+)/g)).toEqual([
    '"path":"/monitoring","status":502',
    '"path":"/monitoring","status":400',
    '"path":"/monitoring","status":413',
  ])
  expect(logged).not.toMatch(/Quaggamark|message withheld|ABAB/)
})

test('report route accepts only POSTs from our own pages with at most 32 KB', async () => {
  const post = await tunnel()
  const foreign = await post(envelope(), { 'sec-fetch-site': 'cross-site' })
  const read = await post('', {}, 'GET')
  const large = await post('x'.repeat(33_000))
  const json = await post(envelope(), { 'content-type': 'application/json' })
  expect([foreign, read, large, json].map(({ status }) => status)).toEqual([403, 405, 413, 400])
  expect(received).toEqual([])
})

test('report route answers 404 when no address is configured [OPEN-085]', async () => {
  expect((await (await tunnel(null))(envelope())).status).toBe(404)
})

test('report route returns the service’s refusal as a status and follows no redirect', async () => {
  const post = await tunnel()
  const statuses: number[] = []
  for (answer of [429, 400, 500, 302]) statuses.push((await post(envelope())).status)
  expect(statuses).toEqual([429, 502, 502, 502])
  expect(received.every(({ url }) => url.startsWith('/api/42/envelope/'))).toBe(true)
})

test('report limit admits a number of reports per minute from one network and in total', async () => {
  const limit = createReportLimit({ now: () => now })
  const admitted = (address: string) => Array.from({ length: 100 }, () => limit.admits(address)).filter(Boolean).length
  expect([admitted('1.1.1.1'), admitted('2001:db8::1'), admitted('2001:db8::2')]).toEqual([PER_NETWORK, PER_NETWORK, 0])
  const all = Array.from({ length: 40 }, (_, n) => admitted(`10.0.0.${n}`)).reduce((sum, count) => sum + count)
  expect(all).toBe(ALTOGETHER - 2 * PER_NETWORK)
  now = new Date(now.getTime() + 60_000)
  expect(admitted('1.1.1.1')).toBe(PER_NETWORK)

  const post = await tunnel()
  const statuses = await Promise.all(Array.from({ length: PER_NETWORK + 1 }, () => post('')))
  const refused = statuses.filter(({ status }) => status === 429)
  expect(refused.map(({ headers }) => headers.get('retry-after'))).toEqual(['60'])
})
