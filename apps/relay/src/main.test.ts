import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ORIGIN, SECRET, startFakeApi } from '../test/fake-api.ts'
import { freePort } from '../test/redis-server.ts'
import { connectionOf, createScreen } from '../test/screen.ts'
import { systemClock } from './clock.ts'

/** The project's own runtime; the one that runs the tests may be older. */
const NODE = path.resolve(import.meta.dirname, '../../../node_modules/.bin/node')

function start(env: Record<string, string>) {
  const child = spawn(NODE, [path.join(import.meta.dirname, 'main.ts')], { env: { PATH: process.env.PATH, ...env } })
  onTestFinished(() => void child.kill('SIGKILL'))
  const said = { out: '', err: '' }
  child.stdout.on('data', (part) => {
    said.out += part
  })
  child.stderr.on('data', (part) => {
    said.err += part
  })
  return { child, said }
}

const exit = async (child: ChildProcess) => child.exitCode ?? ((await once(child, 'exit'))[0] as number | null)

test('relay without Redis is ready, sends events, and stops within 10 s of SIGTERM [OPEN-098]', async () => {
  const api = await startFakeApi(systemClock)
  onTestFinished(() => api.stop())
  const port = await freePort()
  const env = { PORT: `${port}`, API_URL: api.url, PUBLIC_URL: ORIGIN, RELAY_SECRET: SECRET }
  const { child, said } = start(env)
  const url = `http://127.0.0.1:${port}`
  await expect
    .poll(
      () =>
        fetch(`${url}/readyz`).then(
          (answer) => answer.status,
          () => 0,
        ),
      { timeout: 60_000 },
    )
    .toBe(200)
  const screen = createScreen(url, await api.token())
  expect(await screen.opened()).toBe('connected')
  await screen.subscribe()
  api.append('org_cedar', {})
  await screen.reach(1)
  expect(await (await fetch(`${url}/metrics`)).text()).toMatch(/^relay_sockets 1$/m)
  // A hung client that no longer reads, not even the close frame.
  const deaf = createScreen(url, await api.token({ sub: 'usr_dana' }))
  onTestFinished(() => void deaf.close())
  expect(await deaf.opened()).toBe('connected')
  connectionOf(deaf).pause()
  const gone = new Promise((resolve) => screen.socket.once('draining', resolve))
  child.kill('SIGTERM')
  await gone
  screen.close()
  expect(await exit(child)).toBe(0)
  expect(said.err).toBe('')
  expect(said.out).not.toContain(SECRET)
})

test('relay reports a port in use in one sentence [OPEN-096]', async () => {
  const taken = createServer().listen(0)
  onTestFinished(() => void taken.close())
  await once(taken, 'listening')
  const { port } = taken.address() as { port: number }
  const { child, said } = start({ PORT: `${port}`, RELAY_SECRET: SECRET })
  expect(await exit(child)).toBe(1)
  expect(said.err).toBe(`Port ${port} is taken by another process.\n`)
})

test('relay reports a missing setting in one sentence [OPEN-096]', async () => {
  const { child, said } = start({})
  expect(await exit(child)).toBe(1)
  expect(said.err).toBe('RELAY_SECRET must be set, to the same value for API and relays.\n')
})
