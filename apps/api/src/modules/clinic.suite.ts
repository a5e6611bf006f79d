/** Test setup: the real calls with two clinics, their staff, patients and numbers. A test controls the clock. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type CallName, calls } from '@foyer/contracts/calls.ts'
import type { Envelope } from '@foyer/contracts/event.ts'
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { BOARD_TOPIC } from '@foyer/contracts/topic.rules.ts'
import express from 'express'
import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks.js'
import { ask } from '../../../../tests/support/plain-http.ts'
import { type FreshDatabase, freshDatabase } from '../../../../tests/support/postgres.ts'
import { serve, testIdentity, testServices } from '../../../../tests/support/services.ts'
import { createDoorbell } from '../events/doorbell.ts'
import type { FileStorage } from '../files/file-storage.ts'
import { admissionControl } from '../http/admission.ts'
import { bindRoutes } from '../http/bind.ts'
import { bindGraphs } from '../http/graphql/endpoint.ts'
import { healthRoutes } from '../http/health.ts'
import { createPerforming } from '../http/perform.ts'
import { problemHandler } from '../http/problem.ts'
import { modules, seams } from '../modules.ts'
import type { Services } from '../services.ts'
import type { Module, Seams } from './module.ts'

export const CEDAR = '+15125550100'
export const LAKESIDE = '+16175550100'

export interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  readonly body: any
}
type Fields = Record<string, unknown>

export interface Clinic {
  readonly store: FreshDatabase
  readonly parts: Services & Seams
  readonly url: string
  /** Makes a call as this user, of o1 by default. */
  call(name: CallName, user: string, fields?: Fields, headers?: Record<string, string>): Promise<Answer>
  /** Posts a signed form as the carrier does. */
  post(path: string, form: Record<string, string>, signature?: string): Promise<{ status: number; text: string }>
  /** Sends a message with files, each unchanged and under its own name. */
  sendFiles(
    user: string,
    fields: Fields,
    files: readonly File[],
    headers?: Record<string, string>,
    call?: 'sendMessageFile' | 'createWithFiles',
  ): Promise<Answer>
  /** Receives a patient's text and returns its conversation. */
  text(from: string, body: string, more?: Record<string, string>): Promise<Conversation>
  /** Reads the log of o1 after this seq. */
  events(after?: number): Promise<Envelope[]>
  /** Reads the log without the events that only the wallboard receives. */
  told(after?: number): Promise<Envelope[]>
  /** Reads the log without its history events, and without those that only the wallboard receives. */
  changes(after?: number): Promise<Envelope[]>
  /** Advances the clock. */
  pass(ms: number): void
  close(): Promise<void>
}

/** Tests make as many calls at once as they like. */
const MANY_AT_ONCE = { CALLS_AT_ONCE: '10000' }

/** All modules except `session`, because a test's tokens are the names of its users. */
const sessionless = modules.filter(({ name }) => name !== 'session') as readonly Module[]

export async function openClinic(
  env: Record<string, string> = {},
  { wrapFiles = (files: FileStorage) => files, more = [] as readonly string[], hasPlaces = false } = {},
): Promise<Clinic> {
  const doorbell = createDoorbell()
  const store = await freshDatabase({ onWritten: doorbell.ring, ...(hasPlaces && { offer: doorbell.offer }) })
  await populate(store)
  await addStaff(store, more)
  let now = Date.parse('2026-11-19T15:00:00Z')
  const clock = { now: () => new Date(now++) }
  const member = (userId: string, organizations: string[]) => ({ userId, sessionId: `s-${userId}`, organizations })
  const callers = {
    lena: member('lena', ['o1']),
    dana: member('dana', ['o1']),
    omar: member('omar', ['o2']),
    sam: member('sam', ['o1', 'o2']),
    ...Object.fromEntries(more.map((userId) => [userId, member(userId, ['o1'])])),
  }
  const identity = testIdentity(callers, store)
  const dataDir = mkdtempSync(path.join(tmpdir(), 'foyer-clinic-'))
  const base = testServices(store, { clock, doorbell, env: { DATA_DIR: dataDir, ...MANY_AT_ONCE, ...env } })
  const parts = { ...base, files: wrapFiles(base.files), identity, ...seams }
  const app = express()
  const stopping = new AbortController()
  const routes = sessionless.flatMap((module) => module.routes?.(parts, stopping.signal) ?? [])
  app.use(admissionControl(calls, parts, () => clock.now().getTime()))
  app.use(healthRoutes(parts, stopping.signal))
  const performing = createPerforming(parts)
  bindGraphs(app, modules, { routes, performing })
  bindRoutes(app, routes, parts, performing)
  app.use(problemHandler(parts))
  const server = await serve(app)

  const post: Clinic['post'] = async (path, form, signature) => {
    const { config } = parts
    const signed = signature ?? getExpectedTwilioSignature(config.twilio.authToken, `${config.publicUrl}${path}`, form)
    const headers = { 'x-twilio-signature': signed, 'content-type': 'application/x-www-form-urlencoded' }
    const body = new URLSearchParams(form).toString()
    const { status, text } = await ask(`${server.url}${path}`, { method: 'POST', headers, body })
    return { status, text }
  }

  const events: Clinic['events'] = (after = 0) =>
    store.query<Envelope>(
      `select epoch, organization_id as "organizationId", seq::int, type, key, audience, at::text, counts, data
       from events where organization_id = 'o1' and seq > $1 order by seq`,
      [after],
    )
  const told: Clinic['told'] = async (after) => (await events(after)).filter(({ audience }) => audience !== BOARD_TOPIC)

  return {
    store,
    parts,
    url: server.url,
    post,
    async call(name, user, fields = {}, headers = {}) {
      const { method, path } = calls[name]
      const all = { organizationId: 'o1', ...fields }
      const { status, text } = await ask(`${server.url}${path}${method === 'GET' ? searchOf(all) : ''}`, {
        method,
        headers: { authorization: `Bearer ${user}`, 'content-type': 'application/json', ...headers },
        ...(method === 'GET' ? {} : { body: JSON.stringify(all) }),
      })
      return { status, body: JSON.parse(text) }
    },
    async sendFiles(user, fields, files, headers = {}, call = 'sendMessageFile') {
      const form = new FormData()
      for (const [name, value] of Object.entries({ organizationId: 'o1', ...fields })) form.append(name, String(value))
      for (const file of files) form.append('attachments', file)
      const response = await fetch(server.url + calls[call].path, {
        method: 'POST',
        headers: { authorization: `Bearer ${user}`, ...headers },
        body: form,
      })
      return { status: response.status, body: await response.json() }
    },
    async text(from, body, more = {}) {
      const MessageSid = `SM${randomUUID().replaceAll('-', '')}`
      const form = { MessageSid, From: from, To: CEDAR, Body: body, NumMedia: '0', ...more }
      const { status, text } = await post('/api/inbox/webhooks/twilio/sms', form)
      if (status !== 200) throw new Error(`The text was refused: ${status} ${text}`)
      const [event] = await store.query<{ data: Conversation }>(
        `select data from events where type = 'conversation.changed' and data->>'from' = $1 order by seq desc limit 1`,
        [from],
      )
      if (!event) throw new Error('The webhook was answered with 200, but the log has no change of the conversation.')
      return event.data
    },
    events,
    told,
    changes: async (after) => (await told(after)).filter(({ type }) => type !== 'history.added'),
    pass: (ms) => {
      now += ms
    },
    async close() {
      stopping.abort()
      await server.close()
      await store.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Further agents of o1, by ids that are their names. */
async function addStaff({ query }: FreshDatabase, ids: readonly string[]) {
  await query(`insert into "user" (id, name, email) select id, id, id || '@demo.test' from unnest($1::text[]) as id`, [
    ids,
  ])
  await query(
    `insert into members (organization_id, user_id, role) select 'o1', id, 'agent' from unnest($1::text[]) as id`,
    [ids],
  )
}

/** Encodes the fields as a query string; a list repeats its name. */
function searchOf(fields: Fields): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) search.append(name, String(one))
  return `?${search}`
}

async function populate({ query }: FreshDatabase) {
  await query(`insert into organizations (id, name, type, timezone, sms_number) values
    ('o1', 'Cedar Ridge', 'medicalGroup', 'America/Chicago', '${CEDAR}'),
    ('o2', 'Lakeside', 'hospital', 'America/New_York', '${LAKESIDE}')`)
  await query(`insert into organization_heads (organization_id, epoch) values ('o1', 'e1'), ('o2', 'e2')`)
  await query(`insert into "user" (id, name, email) values
    ('lena', 'Lena Kim', 'lena@demo.test'), ('dana', 'Dana Whitfield', 'dana@demo.test'),
    ('omar', 'Omar Haddad', 'omar@demo.test'), ('sam', 'Sam Ortiz', 'sam@demo.test')`)
  await query(`insert into members (organization_id, user_id, role) values
    ('o1', 'lena', 'agent'), ('o1', 'dana', 'agent'), ('o1', 'sam', 'supervisor'),
    ('o2', 'omar', 'agent'), ('o2', 'sam', 'supervisor')`)
  await query(`insert into patients
    (organization_id, id, import_id, first_name, last_name, phone_number, birthdate, gender, mrn, insurance_type) values
    ('o1', 'p1', 'i1', 'Rosalind', 'Carver', '+15125550142', '1968-03-14', 'female', '204-8817', 'Blue Cross PPO'),
    ('o1', 'p2', 'i2', 'Miguel', 'Santos', '+15125550143', '1990-01-02', 'male', 'M77', null),
    ('o1', 'p3', 'i3', 'Twin', 'One', '+15125550144', null, 'unknown', null, null),
    ('o1', 'p4', 'i4', 'Twin', 'Two', '+15125550144', null, 'unknown', null, null),
    ('o2', 'p9', 'i9', 'Olga', 'Petrova', '+15125550142', '1955-05-05', 'female', 'L1', null)`)
}
