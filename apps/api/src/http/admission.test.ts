import { once } from 'node:events'
import { request } from 'node:http'
import { calls } from '@foyer/contracts/calls.ts'
import express from 'express'
import { Registry } from 'prom-client'
import { beforeEach, describe, expect, test } from 'vitest'
import { ask } from '../../../../tests/support/plain-http.ts'
import { serve } from '../../../../tests/support/services.ts'
import { type Admission, createAdmission } from './admission.rules.ts'
import { admissionControl } from './admission.ts'
import { createLog } from './log.ts'

let now: number
let admission: Admission
beforeEach(() => {
  now = 0
  const limits = { organizationShare: 0.5, lateShare: 0.5, countedMs: 1000, openTimes: 4, turnMs: 20, windowMs: 100 }
  admission = createAdmission({ ...limits, most: { screen: 2, carrier: 3 } }, () => now)
})

test('admission refuses a call of a screen when the limit is reached, and admits the next when one ends', () => {
  const ends = [admission.enter('screen'), admission.enter('screen')]
  expect(admission.enter('screen')).toBeNull()
  ends[0]?.end()
  expect(admission.inWork()).toBe(1)
  expect(admission.enter('screen')).not.toBeNull()
  expect(admission.enter('screen')).toBeNull()
})

test('admission counts the calls of the carrier apart from those of screens', () => {
  const enter = (kind: 'screen' | 'carrier', count: number) =>
    Array.from({ length: count }, () => admission.enter(kind) !== null)
  expect(enter('carrier', 4)).toEqual([true, true, true, false])
  expect(enter('screen', 3)).toEqual([true, true, false])
  expect(admission.inWork()).toBe(5)
})

test('admission does not count a call that waits for its turn elsewhere, and bounds the number of such calls', () => {
  const ends = Array.from({ length: 12 }, () => {
    const admitted = admission.enter('carrier')
    admitted?.letWait()
    return admitted
  })
  expect(ends).not.toContain(null)
  expect(admission.inWork()).toBe(0)
  expect(admission.enter('carrier')).toBeNull()
  for (const admitted of ends.slice(0, 4)) admitted?.end()
  for (let nth = 0; nth < 3; nth++) expect(admission.enter('carrier')).not.toBeNull()
  expect(admission.enter('carrier')).toBeNull()
})

test('admission does not count a refused call', () => {
  admission.enter('screen')
  admission.enter('screen')
  admission.enter('screen')
  expect(admission.inWork()).toBe(2)
})

test('admission no longer counts a call that takes longer than calls do that wait for the processor', () => {
  const slow = admission.enter('screen')
  now = 999
  admission.enter('screen')
  expect(admission.enter('screen')).toBeNull()
  now = 1000
  expect(admission.inWork()).toBe(1)
  const third = admission.enter('screen')
  expect(third).not.toBeNull()
  // The end of a call that no longer counts frees no further place.
  slow?.end()
  expect(admission.enter('screen')).toBeNull()
})

test('admission counts an ended call once when it is ended twice', () => {
  const end = admission.enter('screen')
  admission.enter('screen')
  end?.end()
  end?.end()
  expect(admission.inWork()).toBe(1)
})

test('admission refuses an organization that has its share in work, and admits another one', () => {
  const end = admission.enter('screen', 'o1')
  expect(admission.enter('screen', 'o1')).toBeNull()
  expect(admission.enter('screen', 'o2')).not.toBeNull()
  end?.end()
  expect(admission.enter('screen', 'o2')).toBeNull()
  expect(admission.enter('screen', 'o1')).not.toBeNull()
})

test('admission frees the share of an organization when its call no longer counts', () => {
  admission.enter('screen', 'o1')
  now = 1000
  expect(admission.enter('screen', 'o1')).not.toBeNull()
  expect(admission.enter('screen', 'o1')).toBeNull()
})

test('admission bounds the calls that take long, too', () => {
  for (now = 0; now < 8000; now += 1000) expect(admission.enter('screen')).not.toBeNull()
  expect(admission.inWork()).toBe(0)
  expect(admission.enter('screen')).toBeNull()
})

describe('while the event loop is late', () => {
  const turns = (count: number, tookMs: number) => {
    for (let turn = 0; turn < count; turn++) {
      now += tookMs
      admission.noteTurn(tookMs)
    }
  }

  test('admission takes the lower limit once all turns of a window were long', () => {
    admission.enter('screen')
    turns(3, 30)
    expect(admission.enter('screen')).not.toBeNull()
    turns(1, 30)
    expect(admission.enter('screen')).toBeNull()
    expect([1, 2, 3].map(() => admission.enter('carrier') !== null)).toEqual([true, true, false])
  })

  test('admission is not late after a single long turn shorter than a window, or with short turns between long ones', () => {
    admission.enter('screen')
    turns(1, 90)
    turns(1, 5)
    turns(1, 90)
    expect(admission.enter('screen')).not.toBeNull()
  })

  test('admission takes its limit again after one short turn', () => {
    const end = admission.enter('screen')
    turns(4, 30)
    expect(admission.enter('screen')).toBeNull()
    turns(1, 20)
    expect(admission.enter('screen')).not.toBeNull()
    end?.end()
  })

  test('admission is not late when the event loop was idle after a long turn', () => {
    admission.enter('screen')
    turns(1, 30)
    now += 5_000
    expect(admission.enter('screen')).not.toBeNull()
    turns(2, 30)
    expect(admission.enter('carrier')).not.toBeNull()
  })

  test('admission admits a call when none is in work, so that a late loop is measured again', () => {
    turns(4, 30)
    now += 60_000
    expect(admission.enter('screen')).not.toBeNull()
  })
})

test('admissionControl admits a sign-in while the visitors of chat pages have their share of the limit in work', async () => {
  const parts = { config: { callsAtOnce: 4 }, log: createLog('silent'), metrics: new Registry() }
  const app = express()
  app.use(admissionControl(calls, parts, () => now))
  const waiting: (() => void)[] = []
  app.get(calls.chatMessages.path, (_req, res) => void waiting.push(() => res.end()))
  app.get('/sign-in', (_req, res) => void res.end())
  const server = await serve(app)
  const chat = () => ask(`${server.url}${calls.chatMessages.path}`)
  const held = [chat(), chat()]
  await expect.poll(() => waiting.length).toBe(2)
  expect((await chat()).status).toBe(503)
  expect((await ask(`${server.url}/sign-in`)).status).toBe(200)
  for (const end of waiting) end()
  expect((await Promise.all(held)).map(({ status }) => status)).toEqual([200, 200])
  await server.close()
})

test('admissionControl ends a call of the carrier whose body does not arrive when a further one needs its place', async () => {
  const parts = { config: { callsAtOnce: 1 }, log: createLog('silent'), metrics: new Registry() }
  const app = express()
  app.use(admissionControl(calls, parts, () => now))
  const { path } = calls.inboundText
  let begun = 0
  const waiting: (() => void)[] = []
  app.post(
    path,
    (_req, _res, next) => {
      begun++
      next()
    },
    express.urlencoded({ extended: false }),
    (req, res) => {
      if (req.body.Body === 'wait') waiting.push(() => res.end())
      else res.end()
    },
  )
  const server = await serve(app)
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const post = async (body: string) => (await ask(server.url + path, { method: 'POST', headers, body })).status
  const slow = request(server.url + path, { method: 'POST', headers: { ...headers, 'content-length': 100 } })
  const ended = once(slow, 'error')
  const held = post('Body=wait')
  await expect.poll(() => waiting.length).toBe(1)
  slow.write('Body=')
  await expect.poll(() => begun).toBe(2)
  now = 999
  expect(await post('Body=Hello')).toBe(503)
  now = 1000
  expect(await post('Body=Hello')).toBe(200)
  await ended
  // The call whose body has arrived keeps its place.
  const others = post('Body=wait')
  await expect.poll(() => waiting.length).toBe(2)
  now = 2500
  expect(await post('Body=Hello')).toBe(503)
  for (const end of waiting) end()
  expect(await Promise.all([held, others])).toEqual([200, 200])
  await server.close()
})

test('admissionControl admits a screen while bodies of sign-ins that never arrive have all places', async () => {
  const parts = { config: { callsAtOnce: 1 }, log: createLog('silent'), metrics: new Registry() }
  const app = express()
  app.use(admissionControl(calls, parts, () => now))
  let begun = 0
  app.post(calls.signIn.path, () => void begun++)
  app.get('/list', (_req, res) => void res.end())
  const server = await serve(app)
  const ended: Promise<unknown>[] = []
  for (let nth = 0; nth < 4; nth++) {
    now = nth * 5000
    const slow = request(server.url + calls.signIn.path, { method: 'POST', headers: { 'content-length': 100 } })
    ended.push(once(slow, 'error'))
    slow.write('email=')
    await expect.poll(() => begun).toBe(nth + 1)
  }
  now = 20_000
  expect((await ask(`${server.url}/list`)).status).toBe(200)
  await ended[0]
  await server.close()
  await Promise.all(ended)
})

test('admissionControl logs at most once a second how many calls it refused', async () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const parts = { config: { callsAtOnce: 2 }, log, metrics: new Registry() }
  const app = express()
  app.use(admissionControl(calls, parts, () => now))
  const waiting: (() => void)[] = []
  app.get('/wait', (_req, res) => void waiting.push(() => res.end()))
  const server = await serve(app)
  const held = ask(`${server.url}/wait`)
  await expect.poll(() => waiting.length).toBe(1)
  const refusedAt = async (at: number) => {
    now = at
    expect((await ask(`${server.url}/wait`)).status).toBe(503)
  }
  for (const at of [0, 500, 999, 1000, 1500]) await refusedAt(at)
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ refused: 1 }, { refused: 3 }])
  waiting[0]?.()
  expect((await held).status).toBe(200)
  await server.close()
})
