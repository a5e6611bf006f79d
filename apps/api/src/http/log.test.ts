import express from 'express'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { serve } from '../../../../tests/support/parts.ts'
import { createLog, requestLog } from './log.ts'
import { problemHandler } from './problem.ts'

test("[SEC-11] a patient's words reach neither the log nor the metrics, wherever they stand", async () => {
  const lines: string[] = []
  const log = createLog('trace', { write: (line) => void lines.push(line) })
  const metrics = new Registry()
  const app = express()
  app.use(requestLog({ log, metrics, newId: () => 'r1' }))
  app.post('/api/patients/:name', express.json(), (req, res) => {
    res.locals.path = '/api/patients/:name'
    if (req.query.search === 'crash')
      throw Object.assign(new Error('I am\n    at home, Marked', { cause: new TypeError('Marked') }), { code: '23505' })
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
  await close()

  const all = lines.join('') + (await metrics.metrics())
  expect(all).not.toContain('Marked')
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { msg: 'request', path: '/api/patients/:name', status: 200, requestId: 'r1' },
    { msg: 'a call failed', err: { kind: 'Error', code: '23505', cause: { kind: 'TypeError' } } },
    { status: 500 },
    { status: 400, path: 'unknown' },
  ])
  expect(all).toContain('log.test.ts')
})
