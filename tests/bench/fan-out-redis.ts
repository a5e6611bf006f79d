/**
 * Measures two relays with their own Redis: how much later an update reaches a subscriber of the relay that did not
 * receive it.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '../support/free-port.ts'
import { LOAD_CORE, type Load, startHost } from './fan-out-hosts.ts'
import { ask, type Driven } from './fan-out-wire.ts'
import { ms, quantile, type Row } from './statistics.ts'

const UPDATES = 300
const MOST_MS = 1
const what = 'added by Redis, p50'
const aim = `${MOST_MS} ms or less`

export async function benchRedis(load: Load): Promise<Row[]> {
  if (spawnSync('redis-server', ['--version'], { stdio: 'ignore' }).status !== 0) {
    return [{ what, figure: 'no redis-server here', aim }]
  }
  const port = await freePort()
  const redis = spawn('redis-server', ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'])
  await once(redis.stdout, 'data')
  const { publicKey } = load
  const env = {
    REDIS_URL: `redis://127.0.0.1:${port}`,
    REDIS_DATA_KEY: Buffer.alloc(32, 3).toString('base64'),
    RELAY_WINDOW_MS: '0',
  }
  const near = await startHost({ kind: 'relay', env, publicKey })
  // On both cores, so that the near relay's remaining work does not delay the far one.
  const farEnv = { ...env, API_URL: `http://127.0.0.1:${near.port}` }
  const far = await startHost({ kind: 'relay', publicKey, env: farEnv }, LOAD_CORE)
  try {
    await load.open('near', near, { count: 1 })
    await load.open('far', far, { count: 1 })
    const { samples } = await ask<Driven>(load.child, { ask: 'added', near: 'near', far: 'far', updates: UPDATES })
    const p50 = quantile(samples, 0.5)
    return [
      { what, figure: ms(p50), aim, isMissed: p50 > MOST_MS },
      { what: 'added by Redis, p99', figure: ms(quantile(samples, 0.99)) },
    ]
  } finally {
    for (const name of ['near', 'far']) await load.close(name)
    await near.stop()
    await far.stop()
    redis.kill('SIGKILL')
  }
}
