/** Sends a patient with marked values through every call and every kind of failure, then looks for the marks. */
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Registry } from 'prom-client'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '../../apps/api/src/http/log.ts'
import { startMediaFetching } from '../../apps/api/src/modules/attachments/media-fetching.ts'
import { startMailing } from '../../apps/api/src/modules/messaging/mailing.ts'
import { startAccountMailing } from '../../apps/api/src/modules/session/mails/account-mailing.ts'
import { startOutbound } from '../../apps/api/src/modules/texting/outbound-worker.ts'
import { systemClock } from '../../apps/relay/src/clock.ts'
import { readRelayConfig } from '../../apps/relay/src/config.ts'
import { createRelay } from '../../apps/relay/src/relay.ts'
import { RELAY_SECRETS } from '../support/services.ts'
import { until } from '../support/until.ts'
import { DEMO_PASSWORD } from '../support/world.ts'
import { openAsking } from './asking.ts'
import { CEDAR } from './clinics.ts'
import { comesAsText, exchange, fieldsOf, holds } from './probes.ts'
import { callNames, callOf } from './requests.ts'

const WORD = 'Quaggamark'
const NUMBER = '+15125550187'
const BIRTHDATE = '1961-07-23'
/** The tables that the test can make fail. */
const BROKEN = ['audit_log', 'session', 'login_tries'] as const

let asking: Awaited<ReturnType<typeof openAsking>>
/** The log output of the API and the relay. */
let logged = ''
/** Every problem that the API answered. */
const problems: unknown[] = []
/** Every answered value that gives access: tokens, secrets, codes, also of future calls. */
const letsIn = new Set<string>()
/** Makes the store fail: no call gets beyond its audit row, and the store's error message quotes the patient. */
let breakStore: (isBroken: boolean, tables?: readonly string[]) => Promise<void>

beforeAll(async () => {
  const log = createLog('trace', {
    write: (line: string) => {
      logged += line
    },
  })
  asking = await openAsking(log)
  const { store } = asking.clinics
  await store.query(
    `insert into patients
      (organization_id, id, import_id, first_name, last_name, phone_number, birthdate, mrn, insurance_type, email)
     values ($1, 'p7', 'i7', $2, $2, $3, $4, $2, $2, lower($2::text) || '@patients.test')`,
    [CEDAR.id, WORD, NUMBER, BIRTHDATE],
  )
  await store.query(`create function quote_patient() returns trigger language plpgsql as $$
    begin raise exception '${WORD} ${NUMBER} ${BIRTHDATE}' using detail = '${WORD}', hint = '${WORD}'; end $$`)
  for (const table of BROKEN)
    await store.query(
      `create trigger quote_patient before insert on ${table} for each row execute function quote_patient()`,
    )
  breakStore = async (isBroken, tables = ['audit_log']) => {
    for (const table of tables)
      await store.query(`alter table ${table} ${isBroken ? 'enable' : 'disable'} trigger quote_patient`)
  }
  await breakStore(false, BROKEN)
})
afterAll(() => asking.close())

async function ask(...[name, input, headers]: Parameters<typeof asking.ask>): Promise<number> {
  const { status, headers: answered, body } = await asking.ask(name, input, headers)
  for (const secret of [...secretsIn(body), ...answered.getSetCookie().map(valueOfCookie)])
    if (secret.length >= SECRET_MIN && !IS_REASON.test(secret)) letsIn.add(secret)
  // `data` is left out, because a conflict answers the changed conversation to its reader on purpose.
  if (status >= 400) problems.push({ ...(body as object), data: undefined })
  return status
}

/** Shorter values may occur by chance. */
const SECRET_MIN = 12
const NAMES_A_SECRET = /token|secret|password|code|uri/i
/** The code of a reason or an issue, such as `no_such_date`. */
const IS_REASON = /^[a-z]+(_[a-z]+)*$/

/**
 * Finds secrets by their field names, anywhere in an answer. Of a signed token only the signature counts, because the
 * rest contains ids.
 */
function secretsIn(value: unknown, isSecret = false): string[] {
  if (typeof value === 'string') return isSecret ? [value.split('.').at(-1) ?? ''] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([field, inner]) => secretsIn(inner, isSecret || NAMES_A_SECRET.test(field)))
}

function valueOfCookie(cookie: string): string {
  const [, value = ''] = /^[^=]+=([^;]*)/.exec(cookie) ?? []
  return value.split('.').at(-1) ?? ''
}

/** Returns the tokens in mailed links. */
function mailedTokens(): string[] {
  const words = JSON.stringify(asking.clinics.emailService.asked.map(({ body }) => body))
  return [...words.matchAll(/[?&#]\w+=([\w~-]{16,})/g)].map(([, token = '']) => token)
}

/** Returns the values that must not be found anywhere: patient data, staff data and secrets. */
function marks(): string[] {
  const { lena, sam, vera } = asking.clinics.staff
  const secrets = [lena, sam, vera].flatMap(({ token, cookie }) => [token.split('.')[2], cookie.split('=')[1]])
  return [
    ...[WORD, NUMBER.slice(2), BIRTHDATE, DEMO_PASSWORD, 'demo.test', 'lena of the', 'vera of the', ...RELAY_SECRETS],
    ...[...secrets, ...letsIn, ...mailedTokens(), ...asking.known.linkTokens],
  ].map(String)
}

function expectUnmarked(what: string, text: string) {
  for (const mark of marks()) {
    const at = text.toLowerCase().indexOf(mark.toLowerCase())
    expect(at < 0 ? '' : text.slice(Math.max(0, at - 200), at + 50), `${what} holds ${mark}`).toBe('')
  }
}

/** Addresses of a public page that takes any path. */
const CHAT_PATHS = [
  `/chat/${WORD}`,
  `/chat/${CEDAR.id}?name=${WORD}&token=${NUMBER}`,
  `/chat/assets/${WORD}.js`,
  `/v/${WORD}`,
  `/s/${WORD}`,
  `/u/${WORD}`,
]

/** Fails sign-ins in the store, with patient data typed into the wrong fields. */
async function identityFails() {
  const typed = { email: 'vera@demo.test', password: DEMO_PASSWORD, returnTo: `/${WORD}` }
  const statuses: number[] = []
  for (const table of ['session', 'login_tries'] as const) {
    await breakStore(true, [table])
    for (const body of [typed, { ...typed, email: `${WORD}@demo.test`, password: NUMBER }])
      statuses.push(await ask('signIn', { query: {}, body }))
    await breakStore(false, [table])
  }
  expect(statuses).toEqual([500, 401, 500, 500])
}

/** Makes every background worker fail, with errors that quote patient data. */
async function workersFail() {
  const { parts, text, store, staff } = asking.clinics
  const quoted = async () => {
    throw Object.assign(new Error(`${WORD} ${NUMBER}`, { cause: new Error(BIRTHDATE) }), { path: `/${WORD}` })
  }
  const more = { NumMedia: '1', MediaUrl0: `https://c.test/${WORD}`, MediaContentType0: 'image/png' }
  // A phone number that no earlier call has blocked.
  const from = '+15125550188'
  await text(from, WORD, more)
  const [{ id } = { id: '' }] = await store.query<{ id: string }>('select id from conversations where sender = $1', [
    from,
  ])
  const body = { organizationId: CEDAR.id, conversationId: id, message: WORD }
  await staff.lena.call('sendMessage', { body })
  const mail = { email: `${WORD}@patients.test`, mailSubject: WORD, mailContent: NUMBER } as const
  await staff.lena.call('sendNotification', { body: { type: 'email', organizationId: CEDAR.id, ...mail } })
  const own = { ...parts, metrics: new Registry() }
  const workers = [
    startMediaFetching(own, { gateway: { fetch: quoted }, pollMs: 50 }),
    startOutbound(own, { gateway: { send: quoted, find: quoted }, pollMs: 50 }),
    startMailing(own, { gateway: { send: quoted, find: quoted, relay: quoted }, pollMs: 50 }),
    startAccountMailing(own, { gateway: { send: quoted, find: quoted, relay: quoted }, pollMs: 50 }),
  ]
  for (const words of [
    'a file that a patient sent',
    'a text to the carrier',
    'an e-mail to a patient',
    'a mail about an account',
  ])
    await until(() => logged.includes(`${words}: the try failed`) || undefined)
  for (const worker of workers) await worker.stop()
  expect(await store.query('select 1 from media_fetches')).toHaveLength(1)
  expectUnmarked("the workers' metrics", await own.metrics.metrics())
}

test('no log line, problem, metric or audit row contains patient data or a token [SEC-11]', async () => {
  const { clinics } = asking
  const relay = createRelay({
    config: readRelayConfig({
      API_URL: clinics.url,
      PUBLIC_URL: clinics.parts.config.publicUrl,
      RELAY_SECRET: RELAY_SECRETS[0],
      INBOX_SOURCE: 'poll',
    }),
    clock: systemClock,
    log: clinics.parts.log.child({ service: 'relay' }),
    newId: randomUUID,
    random: Math.random,
  })
  const server = createServer(relay.app).listen(0, '127.0.0.1')
  relay.attach(server)
  await relay.start()
  const relayUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const socket = io(relayUrl, { transports: ['websocket'], auth: { token: clinics.staff.lena.token } })
  const heard: unknown[] = []
  socket.onAny((...frame) => heard.push(frame))
  await until(async () => (await socket.emitWithAck('subscribe', { organizationId: CEDAR.id })).ok || undefined)
  socket.emit('watch', { [WORD]: NUMBER }, () => undefined)

  await clinics.text(NUMBER, `${WORD} was born on ${BIRTHDATE}`)
  await until(() => JSON.stringify(heard).includes(WORD) || undefined)

  const statuses = new Set<number>()
  for (const name of callNames) {
    const call = callOf(name)
    const good = asking.good(name)
    for (const isBroken of [false, true]) {
      await breakStore(isBroken)
      statuses.add(await ask(name, good))
    }
    await breakStore(false)
    // The marked word alone may be an id; with the phone number it is not.
    const all = [`${WORD} ${NUMBER}`, NUMBER, BIRTHDATE]
    for (const field of fieldsOf(call).filter((one) => holds(good, one)))
      for (const value of comesAsText(call, field.part) ? all : [...all, { surprise: WORD }, all])
        statuses.add(await ask(name, exchange(good, field, value)))
    // An unknown parameter's name is returned to its sender, but its value is not.
    statuses.add(await ask(name, { query: { ...good.query, surprise: WORD }, body: good.body }))
    statuses.add(await ask(name, good, { authorization: `Bearer ${WORD}`, cookie: `session=${WORD}` }))
    statuses.add(await ask(name, { ...good, body: `{"${WORD}": "${NUMBER}` }))
    if (!call.files) continue
    // An accepted file type and a refused one, both with patient data in the file name.
    for (const content of ['%PDF-1.4\ntrailer<</Root 1 0 R>>\n%%EOF\n', `<html>${WORD}</html>`])
      statuses.add(await ask(name, { ...good, files: [{ name: `${WORD} ${NUMBER}.pdf`, content }] }))
  }
  await identityFails()
  await workersFail()
  for (const url of [clinics.url, relayUrl]) {
    for (const path of [
      ...CHAT_PATHS,
      `/api/${WORD}/${NUMBER}`,
      `/${WORD}?name=${WORD}`,
      `/socket.io/?token=${WORD}&EIO=4`,
      ...['/healthz', '/readyz', '/metrics', '/api/docs', '/api/openapi.json'].map((page) => `${page}?name=${WORD}`),
    ]) {
      const answer = await fetch(url + path, { headers: { 'x-request-id': WORD, referer: `${url}/${WORD}` } })
      statuses.add(answer.status)
      problems.push(await answer.text())
    }
    const post = { method: 'POST', body: JSON.stringify({ [WORD]: NUMBER }), headers: { 'webhook-id': WORD } }
    problems.push(await (await fetch(`${url}/relay/webhooks/events`, post)).text())
  }
  const forged = io(relayUrl, { transports: ['websocket'], forceNew: true, auth: { token: WORD }, reconnection: false })
  await until(() => forged.io._readyState === 'closed' || undefined).catch(() => undefined)
  forged.close()
  socket.close()
  await relay.stop()
  server.close()
  server.closeAllConnections()

  expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 401, 404, 500]))
  expect(logged, 'the log is at trace').toContain('"level":30')
  expect(logged).toContain('a call failed')
  expect(letsIn.size).toBeGreaterThan(5)
  expectUnmarked('the log', logged)
  expectUnmarked('a problem', JSON.stringify(problems))
  expectUnmarked("the API's metrics", await clinics.parts.metrics.metrics())
  expectUnmarked("the relay's metrics", await relay.metrics.metrics())
  expectUnmarked('the audit', JSON.stringify(await clinics.store.query('select * from audit_log')))
  // Checks that the search would find the patient where the data belongs.
  expect(JSON.stringify(await clinics.store.query('select * from messages'))).toContain(WORD)
}, 300_000)
