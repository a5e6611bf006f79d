import express from 'express'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { serve } from '../../../../tests/support/services.ts'
import { readingFailure, storingFailure } from '../files/storing-failure.rules.ts'
import { createLog, requestLog } from './log.ts'
import { problemHandler } from './problem.ts'

test("log and metrics contain no patient's words, wherever an error carries them [SEC-11]", async () => {
  const lines: string[] = []
  const log = createLog('trace', { write: (line) => void lines.push(line) })
  const metrics = new Registry()
  const app = express()
  app.use(requestLog({ log, metrics, newId: () => 'r1' }))
  app.post('/api/patients/:name', express.json(), (req, res) => {
    res.locals.path = '/api/patients/:name'
    if (req.query.search === 'crash')
      throw Object.assign(new Error('I am\n    at home, Marked', { cause: new TypeError('Marked') }), { code: '23505' })
    const code = String(req.query.search)
    const failure = Object.assign(new Error(`${code}: open '/data/Marked'`), { code, path: '/data/Marked' })
    if (code === 'ENOSPC') throw storingFailure(failure)
    if (code === 'EMFILE') throw readingFailure(failure)
    res.json({ name: 'Marked' })
  })
  app.use(problemHandler({ log }))
  const { url, close } = await serve(app)
  const post = (query: string, body: string) =>
    fetch(`${url}/api/patients/Marked?search=${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-name': 'Marked' },
      body,
    })
  expect((await post('Marked', '{"name":"Marked"}')).status).toBe(200)
  expect((await post('crash', '{}')).status).toBe(500)
  expect((await post('Marked', '{"name":"Marked')).status).toBe(400)
  const refused = [await post('ENOSPC', '{}'), await post('EMFILE', '{}')]
  expect(refused.map(({ status }) => status)).toEqual([507, 503])
  expect(Object.keys((await refused[0]?.json()) as object)).toEqual(['code', 'reason', 'message', 'requestId'])
  await close()

  const all = lines.join('') + (await metrics.metrics())
  expect(all).not.toContain('Marked')
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { msg: 'request', path: '/api/patients/:name', status: 200, requestId: 'r1' },
    { msg: 'a call failed', err: { kind: 'Error', code: '23505', cause: { kind: 'TypeError' } } },
    { status: 500 },
    { status: 400, path: 'unknown' },
    {
      ...{ level: 40, msg: 'a call could not be served', path: '/api/patients/:name', requestId: 'r1' },
      err: { kind: 'Refusal', reason: 'storage_full', cause: { kind: 'Error', code: 'ENOSPC' } },
    },
    { status: 507 },
    { level: 40, err: { reason: 'unavailable', cause: { kind: 'Error', code: 'EMFILE' } } },
    { status: 503 },
  ])
  expect(all).toContain('log.test.ts')
})
