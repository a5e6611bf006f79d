/**
 * Everything in one process on one port: API with its store, relay, web app, and the sandbox as the outside world. In
 * production each is a process of its own (docker-compose.yml), joined by the edge in the same way as here.
 */
import { randomUUID } from 'node:crypto'
import { createServer, type RequestListener, type Server } from 'node:http'
import path from 'node:path'
import { readConfig } from '@foyer/api/config/config.ts'
import { createLog } from '@foyer/api/http/log.ts'
import { demoCast } from '@foyer/api/seed/demo-cast.ts'
import { SERVER, startApi } from '@foyer/api/start/start-api.ts'
import { startProblem } from '@foyer/api/start/start-problem.rules.ts'
import { exitOnUncaught } from '@foyer/contracts/crash-handler.ts'
import { portNumber } from '@foyer/contracts/environment.ts'
import { reportAddress } from '@foyer/contracts/report-address.rules.ts'
import { systemClock } from '@foyer/relay/clock.ts'
import { readRelayConfig } from '@foyer/relay/config.ts'
import { createRelay } from '@foyer/relay/relay.ts'
import { systemClock as sandboxClock } from '@foyer/sandbox/clock.ts'
import { readSandboxConfig } from '@foyer/sandbox/config.ts'
import { createSandbox, type Sandbox } from '@foyer/sandbox/sandbox.ts'
import { createEdge, type Member } from './edge.ts'

const WEB_ROOT = path.resolve(import.meta.dirname, '../apps/web/dist')
/** Many screens come back at once after a restart. */
const BACKLOG = 4096
const STOP_MS = 10_000

const port = Number(process.env.PORT || 4000)
const undo: (() => unknown)[] = []
let stopping = false

exitOnUncaught(createLog('fatal'))
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop(0))

try {
  await start()
} catch (error) {
  console.error(startProblem(error, port))
  await stop(1)
}

async function start() {
  // A port that is none is refused by name a line below, and nothing else is.
  const own = `http://127.0.0.1:${portNumber.safeParse(port).success ? port : 4000}`
  // On a terminal the one line that matters is the last one: requests are logged where it is asked for.
  const environment = { LOG_LEVEL: 'warn', ...process.env }
  const config = readConfig({ RELAY_URLS: own, ...environment })
  const settings = {
    ...environment,
    PORT: String(port),
    PUBLIC_URL: config.publicUrl,
    API_URL: own,
    RELAY_SECRET: config.relaySecrets.join(','),
    TWILIO_ACCOUNT_SID: config.twilio.accountSid,
    TWILIO_AUTH_TOKEN: config.twilio.authToken,
    TWILIO_BASE_URL: config.twilio.baseUrl,
  }
  // Listens first, so that a port in use is reported before the database starts.
  let answer: RequestListener = (_req, res) => void res.writeHead(503, { 'Retry-After': '1' }).end('Starting')
  const server = createServer(SERVER, (req, res) => answer(req, res))
  await listen(server)
  undo.push(() => close(server))

  // Stopped even if a signal arrives during the start, because the database is a separate process.
  const starting = startApi(config)
  undo.push(() =>
    starting.then(
      (api) => api.stop(),
      () => undefined,
    ),
  )
  const api = await starting
  const relay = createRelay({
    config: readRelayConfig(settings),
    clock: systemClock,
    log: api.parts.log.child({ service: 'relay' }),
    newId: randomUUID,
    random: Math.random,
  })
  const members: Member[] = [
    {
      name: 'api',
      at: ['api', 'chat', 'f', 's', 'u', 'v', 'monitoring', 'robots.txt'],
      app: api.app,
      ready: () =>
        api.parts.database.ping().then(
          () => true,
          () => false,
        ),
      metrics: api.parts.metrics,
    },
    { name: 'relay', at: ['relay'], app: relay.app, ready: async () => relay.health().ready, metrics: relay.metrics },
  ]
  // The sandbox carrier signs with the account's token. Beside a real carrier anyone could use it to forge webhooks.
  const isCarrier = !process.env.TWILIO_BASE_URL
  let sandbox: Sandbox | undefined
  if (isCarrier && !config.production) {
    sandbox = createSandbox({
      config: readSandboxConfig(settings),
      clock: sandboxClock,
      log: api.parts.log.child({ service: 'sandbox' }),
      newId: randomUUID,
      cast: demoCast,
    })
    members.push({ name: 'sandbox', at: ['sandbox'], app: sandbox.app })
    sandbox.start()
    undo.push(() => sandbox?.stop())
  }
  const web = process.argv.includes('--dev') ? await devWeb(server) : undefined
  // Without the tunnel of ours, browsers tell the error-reporting service itself.
  const reportsTo = process.env.VITE_ERROR_REPORTING_TUNNEL
    ? undefined
    : reportAddress(config.errorReportingDsn ?? '')?.origin
  answer = createEdge({
    members,
    webRoot: WEB_ROOT,
    isStopping: () => stopping,
    ...(web && { web }),
    ...(reportsTo && { reportsTo }),
    ...(config.looker && { frames: framesOf(config.looker.baseUrl, config.publicUrl) }),
  })
  relay.attach(server)
  undo.push(() => relay.stop())
  await relay.start()
  if (process.argv.includes('--busy')) sandbox?.morning?.play({ speed: 2, seed: randomUUID() })
  console.log(`ready http://localhost:${port}`)
}

/** The web app with reload, from its sources. */
async function devWeb(server: Server): Promise<RequestListener> {
  const { createServer: createVite } = await import('vite')
  const vite = await createVite({ root: 'apps/web', server: { middlewareMode: true, hmr: { server } } })
  undo.push(() => vite.close())
  return vite.middlewares
}

async function stop(code: number) {
  if (stopping) return
  stopping = true
  setTimeout(() => process.exit(1), STOP_MS).unref()
  try {
    for (const step of undo.splice(0).reverse()) await step()
  } catch (error) {
    console.error(startProblem(error, port))
    process.exit(1)
  }
  process.exit(code)
}

function listen(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, backlog: BACKLOG }, resolve)
  })
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

/** As a policy says it. */
function framesOf(baseUrl: string, publicUrl: string): string {
  const { origin } = new URL(baseUrl)
  return origin === new URL(publicUrl).origin ? "'self'" : origin
}
