/** Relays for a test's API, each on a port that it keeps when it restarts with other settings. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { pino } from 'pino'
import { systemClock } from '../../apps/relay/src/clock.ts'
import { readRelayConfig } from '../../apps/relay/src/config.ts'
import { createRelay } from '../../apps/relay/src/relay.ts'
import type { Clinics } from '../calls/clinics.ts'
import { RELAY_SECRETS } from '../support/services.ts'

export interface RunningRelay {
  readonly url: string
  stop(): Promise<void>
}

export async function startRelay(
  { url: apiUrl, parts }: Pick<Clinics, 'url' | 'parts'>,
  port: number,
  env: Record<string, string>,
): Promise<RunningRelay> {
  const settings = {
    API_URL: apiUrl,
    PUBLIC_URL: parts.config.publicUrl,
    RELAY_SECRET: RELAY_SECRETS.join(','),
    ...env,
  }
  const relay = createRelay({
    config: readRelayConfig(settings),
    clock: systemClock,
    log: pino({ level: 'silent' }),
    newId: randomUUID,
    random: Math.random,
  })
  const server = createServer(relay.app)
  relay.attach(server)
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  await relay.start()
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      await relay.stop()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
