/**
 * The relay: receives the events of organizations and sends them to browsers. All its components are created here, in
 * the order in which an event passes through them; there is no state outside the returned object.
 */
import type { Server as HttpServer } from 'node:http'
import { LIVE } from '@foyer/contracts/live.rules.ts'
import { conversationOf } from '@foyer/contracts/topic.rules.ts'
import express, { type Express } from 'express'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { answerHeaders, headSocketAnswers } from './answer-headers.ts'
import { type Clock, repeat } from './clock.ts'
import type { RelayConfig } from './config.ts'
import { type Health, healthOf } from './health.ts'
import { createApiClient } from './intake/api-client.ts'
import { createApiClock } from './intake/api-clock.ts'
import { createConfirm } from './intake/confirm.ts'
import { createIngest, type Ingest } from './intake/ingest.ts'
import { createDerive } from './intake/plain/derive.ts'
import { createInboxClient } from './intake/plain/inbox-client.ts'
import { createLease } from './intake/plain/lease.ts'
import { createPoll } from './intake/poll.ts'
import { createRevocations } from './intake/revocations.ts'
import { webhookRoutes } from './intake/webhooks.routes.ts'
import { createLog } from './log/create-log.ts'
import { createMetrics } from './metrics.ts'
import { operationsRoutes } from './operations.routes.ts'
import { RelayError } from './process-log.ts'
import { createRedisLink } from './redis/link.ts'
import { createRedisMetrics } from './redis/redis-metrics.ts'
import { createCloseSocket } from './sockets/close-socket.ts'
import { FanOut } from './sockets/fan-out.ts'
import { initialFanOutState } from './sockets/fan-out-state.ts'
import { createFrameWriter } from './sockets/frame-writer.ts'
import { createIo, IO_OPTIONS } from './sockets/io.ts'
import { createOrganizations } from './sockets/organizations.ts'
import { proveWire } from './sockets/prove-wire.ts'
import { createSockets } from './sockets/server.ts'
import { createTickets } from './sockets/tickets.ts'
import { createTokens } from './sockets/tokens.ts'
import { createVisitors } from './sockets/visitors.ts'
import { createTurns } from './turns.ts'

export interface RelayDependencies {
  readonly config: RelayConfig
  readonly clock: Clock
  readonly log: Logger
  newId(): string
  /** A random number from 0 up to 1. */
  random(): number
}

export interface Relay {
  /** Serves `/relay/webhooks/...`, `/healthz`, `/readyz` and `/metrics`. */
  readonly app: Express
  readonly metrics: Registry
  health(): Health
  /** Adds `/socket.io` to a server, which must already have its request listener. */
  attach(httpServer: HttpServer): void
  /** Takes events of an organization, in order, as a webhook does. */
  readonly take: Ingest['take']
  /** Starts the calls to the API; waits for the first answer only, good or bad, and keeps retrying. */
  start(): Promise<void>
  /**
   * Asks every client to reconnect elsewhere and ends within 10 s. The HTTP server stays open: it belongs to the
   * caller.
   */
  stop(): Promise<void>
}

export function createRelay({ config, clock, log, newId, random }: RelayDependencies): Relay {
  const metrics = createMetrics()
  const redis = config.redis && createRedis(config.redis.url)
  const check = (organizationId: string) => (derive ?? ingest).check(organizationId)
  const link = redis?.link ?? null
  const isInformed = () => revocations.isCurrent()
  const eventLog = createLog({ config, link, metrics: redis?.metrics ?? null, clock, log, check, isInformed })
  const apiClock = createApiClock(clock)
  const api = createApiClient({ apiUrl: config.apiUrl, secret: config.relaySecrets[0], apiClock })
  const ensureInformed = () => revocations.ensureCurrent()
  const ingest = createIngest({ api, log: eventLog, turns: createTurns(), fill: eventLog.fill, ensureInformed })
  const { plainInbox } = config
  const derive =
    plainInbox &&
    createDerive({
      ...{ client: createInboxClient(plainInbox), everyMs: plainInbox.everyMs, lease: createLease(link) },
      ...{ eventLog, turns: createTurns(), clock, log, metrics, newId, random, isInformed },
      watched: (organizationId) => conversationsOf(organizations.find(organizationId)?.watched ?? []),
      confirmed: (organizationId, at) => confirm.confirmed(organizationId, at),
    })
  const confirm = createConfirm({
    upstream: derive ? null : { api, ingest },
    clock,
    log,
    metrics,
    organizations: () => organizations.ids(),
    onChange: (organizationId, isSure) => {
      organizations.find(organizationId)?.tellUpstream(isSure)
      visitors.tellUpstream(organizationId, isSure)
    },
  })
  const poll = derive ?? (config.inboxSource === 'poll' ? createPoll({ ingest, clock, log, random }) : null)
  const revocations = createRevocations({ api, clock, log, onAdded: () => sockets.endRevoked() })

  const io = createIo(config, metrics)
  let isWireProven = false
  const frameWriter = createFrameWriter({ io, metrics, isProven: () => isWireProven })
  const organizations = createOrganizations({
    log: eventLog,
    clock,
    metrics,
    load: (derive ?? ingest).load,
    createFanOut: (organizationId, head) => {
      const isSure = () => confirm.isSure(organizationId)
      return new FanOut(
        { organizationId, ...config, log: eventLog, clock, metrics, frameWriter, isSure },
        initialFanOutState(head),
      )
    },
    onOpen: (organizationId, loadedAt) => {
      if (!derive || derive.isReader(organizationId)) confirm.confirmed(organizationId, loadedAt)
      poll?.follow(organizationId)
      sockets.follow(organizationId)
    },
    onChange: (organizationId, change) => visitors.receive(organizationId, change),
    isNeeded: (organizationId) => visitors.isConnected(organizationId),
    onClose: (organizationId) => {
      poll?.unfollow(organizationId)
      sockets.unfollow(organizationId)
    },
  })
  let draining = false
  const isRevoked = revocations.has
  const tokens = createTokens({
    ...{ apiUrl: config.apiUrl, now: apiClock.now, isRevoked },
    tickets: createTickets(config.relaySecrets),
  })
  const isOpen = () => !draining && revocations.loadedAt !== null
  const closeSocket = createCloseSocket({ log, metrics })
  const visitors = createVisitors({
    ...{ config, io, organizations, tokens, clock, metrics, isOpen, closeSocket },
    ...{ apiNow: apiClock.now, isSure: confirm.isSure },
  })
  const sockets = createSockets({
    ...{ config, io, frameWriter, organizations, tokens, eventLog, link, clock, log, metrics },
    ...{ random, apiNow: apiClock.now, isOpen, isRevoked, closeSocket },
  })

  function health(): Health {
    const { loadedAt } = revocations
    const upstream = loadedAt !== null && clock.elapsed() - loadedAt <= LIVE.unconfirmedMs
    return healthOf({ upstream, keys: tokens.hasKeys, draining, ...(redis && { redis: redis.link.isUp }) })
  }

  function createRedis(url: string) {
    const ofRedis = createRedisMetrics(metrics.registry)
    return { metrics: ofRedis, link: createRedisLink({ url, id: newId(), clock, log, metrics: ofRedis }) }
  }

  const app = express()
  app.disable('x-powered-by')
  app.use(answerHeaders(config.publicUrl))
  // This log has its own sequence numbers, so it takes no events of another log; the sender keeps them.
  const take = derive
    ? () => Promise.reject(new RelayError('This relay derives its log and accepts no events.'))
    : ingest.take
  app.use(webhookRoutes({ ingest: { take }, revocations, secrets: config.relaySecrets, clock, log, metrics, newId }))
  app.use(operationsRoutes({ health, registry: metrics.registry }))
  // Express's own page would quote the path. [SEC-11]
  app.use((_req, res) => void res.status(404).end())

  async function tryWire(): Promise<void> {
    isWireProven = await proveWire(IO_OPTIONS)
    if (!isWireProven)
      log.warn('the installed Socket.IO differs from the supported one; sending uses the slower public path')
  }

  const loadKeys = () => tokens.loadKeys().catch((err: unknown) => log.warn({ err }, 'loading the public keys failed'))
  let stopLoadingKeys = () => {}
  return {
    app,
    metrics: metrics.registry,
    health,
    attach(httpServer) {
      sockets.attach(httpServer)
      headSocketAnswers(httpServer)
    },
    take: ingest.take,
    async start() {
      confirm.start()
      await Promise.all([tryWire(), revocations.start(), loadKeys(), redis?.link.start()])
      stopLoadingKeys = repeat(clock, LIVE.confirmEveryMs, loadKeys)
    },
    async stop() {
      draining = true
      visitors.stop()
      await sockets.stop()
      stopLoadingKeys()
      confirm.stop()
      revocations.stop()
      poll?.stop()
      organizations.stop()
      api.stop()
      redis?.link.stop()
    },
  }
}

function conversationsOf(topics: Iterable<string>): ReadonlySet<string> {
  return new Set([...topics].flatMap((topic) => conversationOf(topic) ?? []))
}
