/** Two clinics on the whole API on a free port: real sign-ins, a real store, every route of the product. */

import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { calls } from '@foyer/contracts/calls.ts'
import { example } from '@foyer/contracts/examples.ts'
import { type FeedPage, feedPageSchema } from '@foyer/contracts/feed.ts'
import { systemClock } from '@foyer/sandbox/clock.ts'
import { SANDBOX_ACCOUNT } from '@foyer/sandbox/config.ts'
import { createGoogleBehaviour } from '@foyer/sandbox/google/behaviour.ts'
import { type Book, createBook } from '@foyer/sandbox/google/book.ts'
import { googleRoutes } from '@foyer/sandbox/google/google.routes.ts'
import { createPusher } from '@foyer/sandbox/google/push.ts'
import express from 'express'
import { type Logger, pino } from 'pino'
import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks.js'
import { createApi } from '../../apps/api/src/app.ts'
import { createDoorbell } from '../../apps/api/src/events/doorbell.ts'
import type { Seams } from '../../apps/api/src/modules/module.ts'
import { createIdentity, type SessionServices } from '../../apps/api/src/modules/session/identity.ts'
import { createLocalAccount } from '../../apps/api/src/modules/session/local-account.ts'
import { seams } from '../../apps/api/src/modules.ts'
import { SERVER } from '../../apps/api/src/start/start-api.ts'
import { type EmailService, openEmailService } from '../support/email-service.ts'
import { type Member, signIn } from '../support/member.ts'
import { ask } from '../support/plain-http.ts'
import { type FreshDatabase, freshDatabase } from '../support/postgres.ts'
import { RELAY_SECRETS, serve, testServices } from '../support/services.ts'
import { DEMO_PASSWORD } from '../support/world.ts'
import { addAutomations } from './automation-rows.ts'
import { addCampaigns } from './campaign-rows.ts'
import { addChatbots } from './chatbot-rows.ts'
import { addDashboardViews } from './dashboard-rows.ts'
import { addDesks } from './desk-rows.ts'
import { addFaxes } from './fax-rows.ts'
import { addForms } from './form-rows.ts'
import { addImports } from './import-rows.ts'
import { addListings, googleKey, listingTokenOf } from './listing-rows.ts'
import { addNotes } from './note-rows.ts'
import { addRecords } from './record-rows.ts'
import { addDoctorUndo, addVisits, addVisitUndo } from './visit-rows.ts'

export const CEDAR = { id: 'org_cedar', number: '+15125550100' } as const
export const LAKESIDE = { id: 'org_lakeside', number: '+16175550100' } as const

/** A word that only Lakeside's users may read. */
export const LAKESIDE_WORDS = 'Zanzibar'

export const RELAY_BEARER = `Bearer ${RELAY_SECRETS[0]}`

const STAFF = ['lena', 'dana', 'sam', 'omar', 'vera'] as const
export type StaffName = (typeof STAFF)[number]

export interface Clinics {
  readonly url: string
  readonly store: FreshDatabase
  readonly parts: SessionServices & Seams
  readonly emailService: EmailService
  /**
   * Lena and Dana work at Cedar, Omar at Lakeside, Sam at both, where he is Cedar's admin; Vera's account may be
   * changed by tests.
   */
  readonly staff: Readonly<Record<StaffName, Member>>
  /** Their listing tokens of Cedar. */
  readonly listing: Readonly<Record<StaffName, string>>
  /** The refresh tokens of Google, each with its account. */
  readonly googleConsents: Record<string, string>
  /** A bearer that Google signed. */
  readonly googleBearer: string
  /** Returns the failures that the API has logged since the last call; a refusal is not a failure. */
  takeFailures(): string[]
  /** Returns how often the API has waited for the store since the last call. */
  takeWaits(): number
  /** The carrier's signature of this path and form. */
  signature(path: string, form: Readonly<Record<string, unknown>>): string
  /** Posts a form as the carrier does; throws if it is refused. */
  post(path: string, form: Readonly<Record<string, string>>): Promise<void>
  /** Sends a text to a clinic's number; returns its sid. */
  text(from: string, body: string, more?: Readonly<Record<string, string>>): Promise<string>
  /** Reads the log as a relay does. */
  feed(organizationId: string, after: number, limit?: number): Promise<FeedPage>
  close(): Promise<void>
}

/** `ownLog` replaces the log that keeps failures only. */
export async function openClinics(
  ownLog?: Logger,
  googleEnv: Readonly<Record<string, string>> = {},
  { hasPlaces = false } = {},
): Promise<Clinics> {
  const book = createBook(systemClock, null)
  const google = await serve(googleOfTests(book))
  const doorbell = createDoorbell()
  let waits = 0
  const onWait = () => void waits++
  const store = await freshDatabase({ onWritten: doorbell.ring, onWait, ...(hasPlaces && { offer: doorbell.offer }) })
  const failures: string[] = []
  const log = ownLog ?? pino({ level: 'error' }, { write: (line: string) => void failures.push(failureOf(line)) })
  const dataDir = mkdtempSync(path.join(tmpdir(), 'foyer-clinics-'))
  const emailService = await openEmailService()
  const emails = {
    EMAIL_BASE_URL: emailService.url,
    EMAIL_API_KEY: emailService.apiKey,
    EMAIL_FROM: 'cedar@clinic.test',
  }
  // No worker goes on with an import here.
  const env = {
    ...emails,
    DATA_DIR: dataDir,
    IMPORT_WAIT_SECONDS: '0',
    LOGIN_RATE_LIMIT: '1000',
    ACCESS_TOKEN_TTL_SECONDS: '3600',
    GOOGLE_BASE_URL: google.url,
    ...googleEnv,
  }
  const tested = testServices(store, { clock: risingClock(), doorbell, log, env })
  const { base, googleBearer } = await withGoogleKey(tested)
  const identity = createIdentity({ ...base, onWait })
  const parts = { ...base, identity, ...seams }
  await populate(parts, store)
  const stopping = new AbortController()
  const server = await serve(createApi(parts, stopping.signal), SERVER)
  const { url } = server
  const enter = (name: StaffName) => signIn(url, `${name}@demo.test`)
  const staff = Object.fromEntries(
    await Promise.all(STAFF.map(async (name) => [name, await enter(name)] as const)),
  ) as Record<StaffName, Member>

  const listing = Object.fromEntries(
    await Promise.all(STAFF.map(async (name) => [name, await listingTokenOf(parts, staff[name].token)] as const)),
  ) as Record<StaffName, string>

  const signature: Clinics['signature'] = (path, form) =>
    getExpectedTwilioSignature(parts.config.twilio.authToken, `${parts.config.publicUrl}${path}`, { ...form })
  const post: Clinics['post'] = async (path, form) => {
    const headers = { 'x-twilio-signature': signature(path, form), 'content-type': 'application/x-www-form-urlencoded' }
    const body = new URLSearchParams(form).toString()
    const { status, text } = await ask(url + path, { method: 'POST', headers, body })
    if (status >= 300) throw new Error(`The carrier was refused: ${status} ${text}`)
  }

  return {
    ...{
      url,
      store,
      parts,
      staff,
      listing,
      googleBearer,
      googleConsents: book.consents,
      signature,
      post,
      emailService,
    },
    takeFailures: () => failures.splice(0),
    takeWaits() {
      const taken = waits
      waits = 0
      return taken
    },
    async text(from, body, more = {}) {
      const MessageSid = more.MessageSid ?? `SM${randomUUID().replaceAll('-', '')}`
      await post(calls.inboundText.path, {
        ...{ From: from, To: CEDAR.number, Body: body, NumMedia: '0' },
        ...more,
        MessageSid,
      })
      return MessageSid
    },
    async feed(organizationId, after, limit = 1000) {
      const search = new URLSearchParams({ organizationId, after: String(after), limit: String(limit) })
      const { text } = await ask(`${url}${calls.feed.path}?${search}`, { headers: { authorization: RELAY_BEARER } })
      return feedPageSchema.parse(JSON.parse(text))
    },
    async close() {
      stopping.abort()
      await server.close()
      await emailService.close()
      await google.close()
      await identity.close()
      await store.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Google of the sandbox, without a page. */
function googleOfTests(book: Book) {
  const account = { ...SANDBOX_ACCOUNT, publicUrl: 'http://foyer.test', apiUrl: 'http://127.0.0.1:9' }
  const config = { port: 0, ...account, ownUrl: '', pace: { sentMs: 0, arrivedMs: 0 }, textsMax: 1 }
  // Each call that settles an update of Google finds one.
  const updated = { get: () => ({ regularHours: { periods: [] } }) }
  for (const location of book.locations) Object.defineProperty(location, 'updated', updated)
  const behaviour = createGoogleBehaviour()
  const log = { info: () => undefined, warn: () => undefined }
  const pusher = createPusher({ config, clock: systemClock, log, behaviour, newId: randomUUID })
  return express().use(googleRoutes({ config, clock: systemClock, book, behaviour, pusher }))
}

/** Google's public key is known, so that no test fetches it. */
async function withGoogleKey(base: ReturnType<typeof testServices>) {
  const { google } = base.config
  if (!google) throw new Error('Google is not set up.')
  const { keys, sign } = await googleKey(google.push.audience, google.push.account)
  const config = { ...base.config, google: { ...google, push: { ...google.push, keys } } }
  return { base: { ...base, config }, googleBearer: await sign() }
}

/** Returns the failed call, the error, and its location in our own code. */
function failureOf(line: string): string {
  const { path, msg, err } = JSON.parse(line) as {
    path?: string
    msg: string
    err?: { message: string; stack: string }
  }
  const own = err?.stack.split('\n').find((frame) => /apps\/(?!.*node_modules)/.test(frame))
  return [path, msg, err?.message, own?.trim()].filter(Boolean).join(' | ')
}

/** The real time, but never the same instant twice, so that later events have later times. */
function risingClock() {
  let last = 0
  return {
    now() {
      last = Math.max(last + 1, Date.now())
      return new Date(last)
    },
  }
}

async function populate(parts: SessionServices, { query }: FreshDatabase) {
  await query(
    `insert into organizations (id, name, type, timezone, sms_number, fax_number, chat_sites) values
      ($1, 'Cedar Ridge', 'medicalGroup', 'America/Chicago', $2, '+15125550190', '{https://cedar.test}'),
      ($3, 'Lakeside', 'hospital', 'America/New_York', $4, '+16175550190', '{https://lakeside.test}')`,
    [CEDAR.id, CEDAR.number, LAKESIDE.id, LAKESIDE.number],
  )
  await query(`insert into organization_heads (organization_id, epoch) select id, 'epoch of ' || id from organizations`)
  await parts.database.system(async (tx) => {
    for (const name of STAFF)
      await createLocalAccount(
        tx,
        { id: `usr_${name}`, email: `${name}@demo.test`, name: `${name} of the staff`, password: DEMO_PASSWORD },
        parts,
      )
  })
  await query(`insert into members (organization_id, user_id, role) values
    ('org_cedar', 'usr_lena', 'agent'), ('org_cedar', 'usr_dana', 'agent'), ('org_cedar', 'usr_vera', 'agent'),
    ('org_cedar', 'usr_sam', 'admin'), ('org_lakeside', 'usr_sam', 'supervisor'), ('org_lakeside', 'usr_omar', 'agent')`)
  await query(`insert into patients
    (organization_id, id, import_id, first_name, last_name, phone_number, birthdate, gender, mrn, insurance_type) values
    ('org_cedar', 'p1', 'i1', 'Rosalind', 'Carver', '+15125550142', '1968-03-14', 'female', '204-8817', 'Blue Cross'),
    ('org_cedar', 'p2', 'i2', 'Miguel', 'Santos', '+15125550143', '1990-01-02', 'male', 'M77', null),
    ('org_cedar', 'p3', 'i3', 'Twin', 'One', '+15125550144', null, 'unknown', null, null),
    ('org_cedar', 'p4', 'i4', 'Twin', 'Two', '+15125550144', null, 'unknown', null, null),
    ('org_lakeside', 'p9', 'i9', 'Olga', 'Petrova', '+15125550142', '1955-05-05', 'female', 'L1', null)`)
  await query(`update patients set email = 'rosalind@patients.test' where phone_number = '+15125550142'`)
  await query(`insert into canned_messages (organization_id, id, title, message) values
    ('org_cedar', 'canned1', 'Parking', 'Park in front of the house.'), ('org_cedar', 'canned2', 'Fax', 'We have none.'),
    ('org_lakeside', 'canned9', 'Zanzibar', 'Zanzibar')`)
  await query(
    `insert into saved_views (organization_id, id, owner, name, shared, tab, status, sort, search, version)
     values ('org_cedar', $1, 'usr_lena', 'Starred bills', true, 'starred', 'open', 'newest', '', 0),
       ('org_lakeside', 'view9', 'usr_omar', 'Zanzibar', true, 'all', 'all', 'newest', '', 0)`,
    [example.viewId],
  )
  await query(`insert into teams (organization_id, id, name, version) values
    ('org_cedar', 'team1', 'Front desk', 0), ('org_cedar', 'team2', 'Billing', 0), ('org_lakeside', 'team9', 'Zanzibar', 0)`)
  await query(`insert into team_members (organization_id, team_id, user_id) values
    ('org_cedar', 'team1', 'usr_lena'), ('org_cedar', 'team1', 'usr_dana'), ('org_cedar', 'team2', 'usr_dana')`)
  await addVisits({ query }, LAKESIDE_WORDS)
  await addVisitUndo({ query })
  await addDoctorUndo({ query })
  await addFaxes({ query }, parts.files, LAKESIDE_WORDS)
  await addDesks({ query })
  await addDashboardViews({ query }, LAKESIDE_WORDS)
  await addImports({ query }, LAKESIDE_WORDS)
  await addRecords({ query }, parts.files, LAKESIDE_WORDS)
  await addNotes({ query }, LAKESIDE_WORDS)
  await addForms({ query }, LAKESIDE_WORDS)
  await addCampaigns({ query }, LAKESIDE_WORDS)
  await addChatbots({ query }, LAKESIDE_WORDS)
  await addAutomations({ query }, LAKESIDE_WORDS)
  await addListings({ query }, parts.config.authSecret, LAKESIDE_WORDS)
}
