/**
 * Everything that a browser talks to, with the inbox in memory: the built web app, the calls of the contracts, and the
 * real relay, which gets signed webhooks like the API's. It runs in its own process, reports its address, and makes the
 * requested number of changes a second.
 */
import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { signWebhook } from '@foyer/api/events/webhook-signature.ts'
import { calls } from '@foyer/contracts/calls.ts'
import type { Envelope } from '@foyer/contracts/event.ts'
import { defaultFilters } from '@foyer/contracts/inbox/filter.rules.ts'
import { inboxSetting } from '@foyer/contracts/inbox/inbox-setting.ts'
import { messageExample } from '@foyer/contracts/inbox/message.ts'
import { preferencesSetting } from '@foyer/contracts/inbox/preferences-setting.ts'
import type { SessionLife } from '@foyer/contracts/session/session-life-calls.ts'
import { AUDIENCE, ISSUER } from '@foyer/contracts/session/user.ts'
import { systemClock } from '@foyer/relay/clock.ts'
import { readRelayConfig } from '@foyer/relay/config.ts'
import { createRelay } from '@foyer/relay/relay.ts'
import express, { type Express } from 'express'
import { pino } from 'pino'
import { createEdge } from '../../scripts/edge.ts'
import { CLINIC, MemoryClinic } from './memory-clinic.ts'

export interface Order {
  readonly changesPerSecond: number
}

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const TOKEN_S = 3_600
const TELL_MS = 20
const MINUTE_MS = 60_000
const { organization, user, epoch } = CLINIC
const profile = { ...user, sub: user._id, email: 'reader@demo.test', picture: null, organizations: [organization] }

const clinic = new MemoryClinic(Number(process.argv[2] ?? 100_000), Date.now())
const keys = generateKeyPairSync('ed25519')
const server = createServer((req, res) => edge(req, res))
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const url = `http://localhost:${(server.address() as AddressInfo).port}`
const relay = createRelay({
  config: readRelayConfig({ API_URL: url, PUBLIC_URL: url, RELAY_SECRET: SECRET }),
  clock: systemClock,
  log: pino({ level: 'error' }),
  newId: randomUUID,
  random: Math.random,
})
const edge = createEdge({
  members: [
    { name: 'api', at: ['api'], app: createService() },
    { name: 'relay', at: ['relay'], app: relay.app },
  ],
  webRoot: path.resolve(import.meta.dirname, '../../apps/web/dist'),
  isStopping: () => false,
})
relay.attach(server)
await relay.start()

let rate = 0
let due = 0
let told = Promise.resolve()
setInterval(() => {
  due += (rate * TELL_MS) / 1_000
  const changed: Envelope[] = []
  for (; due >= 1; due--) changed.push(clinic.change(Math.random, Date.now()))
  if (changed.length > 0) tell(changed)
}, TELL_MS)
process.on('message', ({ changesPerSecond }: Order) => {
  rate = changesPerSecond
})
process.on('disconnect', () => process.exit(0))
process.send?.(url)

/** Sends the events in order, one request after another. */
function tell(events: readonly Envelope[]): void {
  told = told.then(async () => {
    const body = JSON.stringify({ events })
    const signed = signWebhook(body, { id: randomUUID(), at: new Date(), secret: SECRET })
    const headers = { ...signed, 'content-type': 'application/json' }
    // The relay requests events that are lost here.
    const answer = await fetch(`${url}/relay/webhooks/inbox`, { method: 'POST', headers, body }).catch(() => null)
    await answer?.body?.cancel()
  })
}

function createService(): Express {
  const app = express()
  app.use(express.json())
  app.get(calls.profile.path, (_req, res) => void res.json(profile))
  app.get(calls.accessToken.path, (_req, res) => void res.json({ accessToken: accessToken(keys.privateKey) }))
  app.get(calls.sessionLife.path, (_req, res) => void res.json({ code: 'ok', data: sessionLife() }))
  app.post(calls.noteActivity.path, (_req, res) => void res.json({ code: 'ok', data: sessionLife() }))
  app.post(calls.validateLogin.path, (_req, res) => {
    res.json({ code: 'ok', data: { user: profile, organizations: [organization] } })
  })
  forRelay(app)
  app.get(calls.conversations.path, (req, res) => {
    const { filter, status, search = '', limit, cursor } = calls.conversations.query.parse(req.query)
    const filters = { ...defaultFilters(user._id), tab: filter, status: status.join('/') as 'all', search }
    const { items, cursor: next } = clinic.page(filters, limit, cursor)
    res.json({ ...reading(items), cursor: next })
  })
  app.get(calls.conversation.path, (req, res) => {
    res.json(reading(clinic.find(String(req.query.conversationId)) ?? null))
  })
  app.get(calls.messages.path, (req, res) => {
    const { conversationId, before, limit } = calls.messages.query.parse(req.query)
    res.json(reading(clinic.messages(conversationId, before, limit)))
  })
  app.post(calls.sendMessage.path, (req, res) => res.json(reading(send(req.body))))
  app.post(calls.updateLastSeen.path, (req, res) => {
    const conversation = clinic.find(req.body.conversationId)
    if (!conversation) return void res.status(404).json({})
    const changed = clinic.put({ ...conversation, unreadCount: 0, isUnread: false })
    tell([changed])
    res.json(reading(changed.data))
  })
  app.get(calls.agents.path, (_req, res) => {
    res.json(reading([{ ...user, email: profile.email, role: 'agent', version: 0 }]))
  })
  app.get(calls.inboxSettings.path, (_req, res) => {
    res.json(reading({ ...inboxSetting.default, timezone: organization.timezone, version: 0 }))
  })
  app.get(calls.preferences.path, (_req, res) => {
    res.json(reading({ ...preferencesSetting.default, user: user._id, version: 0 }))
  })
  app.get(
    calls.ownTally.path,
    (_req, res) => void res.json(reading({ user: user._id, drafts: 0, held: 0, version: 0 })),
  )
  app.get(calls.notificationPreferences.path, (_req, res) => {
    res.json({ code: 'ok', data: { scope: 'mine', sound: false, showText: false, quiet: null } })
  })
  app.get(calls.patientHousehold.path, (_req, res) => {
    res.json(reading({ phoneNumber: null, members: [], conversationId: null }))
  })
  const empty = () => ({ ...reading([]), cursor: null, unseen: 0 })
  for (const { method, path: at, reply } of Object.values(calls))
    if (method === 'GET' && reply.safeParse(empty()).success) app.get(at, (_req, res) => void res.json(empty()))
  app.get('/{*path}', (req, res) => {
    // An answer of another shape than the contract's would make the app do something that it does in no clinic.
    console.error(`The in-memory inbox has no answer to ${req.path}`)
    res.status(404).json({ code: 'not_found', reason: 'not_found' })
  })
  app.post('/{*path}', (_req, res) => void res.status(404).json({ code: 'not_found', reason: 'not_found' }))
  return app
}

/** The API's routes for the relay. */
function forRelay(app: Express): void {
  const jwk = { ...keys.publicKey.export({ format: 'jwk' }), kid: 'bench', alg: 'EdDSA', use: 'sig' }
  app.get(calls.keys.path, (_req, res) => void res.json({ keys: [jwk] }))
  app.get('/api/auth/revocations', (_req, res) => void res.json({ revocations: [] }))
  app.get('/api/inbox/heads', (_req, res) => {
    res.json({ heads: [{ organizationId: organization._id, epoch, head: clinic.head }] })
  })
  app.get('/api/inbox/events', (req, res) => {
    const [after, limit] = [Number(req.query.after), Number(req.query.limit)]
    const { head, counts } = clinic
    const events = clinic.events.filter(({ seq }) => seq > after).slice(0, limit)
    res.json({ epoch, head, oldest: clinic.events[0]?.seq ?? head + 1, counts, events })
  })
}

function reading(data: unknown) {
  return { code: 'ok', data, asOf: clinic.head, epoch }
}

function send({ conversationId, message, private: isPrivate }: Record<string, unknown>) {
  const id = String(conversationId)
  const sent = {
    ...messageExample,
    ...{ _id: randomUUID(), conversationId: id, organizationId: organization._id },
    ...{ direction: 'outbound' as const, message: String(message), private: isPrivate === true },
    ...{ user: user._id, userName: user.name, createdAt: new Date().toISOString(), status: 'sent' as const },
    version: clinic.head + 1,
  }
  const added = clinic.append('message.added', sent._id, `conversation:${id}`, { conversationId: id, message: sent })
  tell([added])
  return sent
}

function sessionLife(): SessionLife {
  const at = (ms: number) => new Date(Date.now() + ms).toISOString()
  return { now: at(0), idleMinutes: 15, idleEndsAt: at(15 * MINUTE_MS), endsAt: at(12 * 60 * MINUTE_MS) }
}

function accessToken(key: KeyObject): string {
  const iat = Math.floor(Date.now() / 1_000)
  const header = { alg: 'EdDSA', kid: 'bench' }
  const claims = {
    ...{ iss: ISSUER, aud: AUDIENCE, sub: user._id, sid: 'ses_bench', organizations: [organization._id] },
    ...{ iat, exp: iat + TOKEN_S },
  }
  const text = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  return `${text}.${sign(null, Buffer.from(text), key).toString('base64url')}`
}
