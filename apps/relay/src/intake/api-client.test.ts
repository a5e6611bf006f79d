import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../clock.ts'
import { createProcessLog } from '../process-log.ts'
import { createApiClient } from './api-client.ts'
import { createApiClock } from './api-clock.ts'

const WORDS = 'Marked'

/** A client of an API that gives this answer. */
async function asking(answer: string) {
  const server = createServer((_req, res) => void res.setHeader('content-type', 'application/json').end(answer))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return createApiClient({
    apiUrl: `http://127.0.0.1:${port}`,
    secret: 'secret',
    apiClock: createApiClock(systemClock),
  })
}

test.each([
  ['breaks off', `{"events":[{"message":"${WORDS}`],
  ['is no JSON', `${WORDS} is here`],
  ['is another', `{"${WORDS}":"${WORDS}"}`],
])("API client keeps a patient's words out of the log when an answer %s [SEC-11]", async (_what, answer) => {
  const api = await asking(answer)
  const lines: string[] = []
  const log = createProcessLog('trace', { write: (line) => void lines.push(line) })
  const err: unknown = await api.feed({ organizationId: 'o1', after: 0, limit: 10 }).catch((error: unknown) => error)
  // The error itself holds no patient text either, so printing it elsewhere is safe.
  expect(`${String(err)} ${(err as Error).stack} ${String((err as Error).cause)}`).not.toContain(WORDS)
  log.warn({ err }, 'filling the log failed')
  expect(lines.join()).not.toContain(WORDS)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    service: 'relay',
    err: { message: expect.stringContaining('/api/inbox/events'), at: expect.arrayContaining([expect.any(String)]) },
  })
})

test("process log writes a foreign error's type and location without its message [SEC-11]", () => {
  const lines: string[] = []
  const log = createProcessLog('trace', { write: (line) => void lines.push(line) })
  const cause = Object.assign(new TypeError(WORDS), { code: 'ECONNREFUSED' })
  log.error({ err: new Error(`${WORDS}\n    at ${WORDS} (in a quoted line)`, { cause }) }, 'it broke')
  log.error({ err: WORDS }, 'it broke')
  expect(lines.join()).not.toContain(WORDS)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ err: { kind: 'Error', cause: { code: 'ECONNREFUSED' } } })
  expect(lines[0]).toContain('api-client.test.ts')
})
