/** The calls as requests, and the ways to make them: one after another, several at once, at a pace. */
import { setTimeout as pause } from 'node:timers/promises'
import { SANDBOX_TWILIO } from '@foyer/api/config/config.ts'
import { GENERATED_ACCOUNT } from '@foyer/api/seed/generate.ts'
import { CHAT_PAGE_SIZE, MESSAGES_PAGE } from '@foyer/contracts/defaults.ts'
import * as calls from '@foyer/contracts/inbox/calls.ts'
import twilio from 'twilio'
import { newMessageSid } from '../support/carrier-text.ts'
import type { CallsWorld, Program } from './calls-world.ts'
import { bytesOf, openConnections } from './lean-client.ts'

export interface Called {
  readonly name: string
  readonly path: string
  readonly isWrite: boolean
  /** The number of conversations that its requests concern in turn. */
  readonly conversations: number
  /** The request with this number, counted from 0. */
  readonly request: (target: Target, number: number) => Buffer
}

/** The program that is called. */
export type Target = Pick<Program, 'url'>

/** The conversations that are written to, so that calls at once concern different ones. */
const WRITTEN = 500
const ANSWERED = 100

export type FourCalls = Readonly<Record<'list' | 'messages' | 'star' | 'text', Called>>
export type MixedCalls = FourCalls & { readonly reply: Called }

/** The subjects of the calls; a process of its own gets them as a message. */
export interface Subjects {
  readonly organizationId: string
  /** The number of the clinic. */
  readonly number: string
  readonly token: string
  readonly open: readonly { readonly id: string; readonly sender: string }[]
  /**
   * The conversations that are replied to. No text is sent to them: a relay may send only a conversation's newest state, and
   * a state whose last message is a reply does not show which texts came before it.
   */
  readonly answered: readonly { readonly id: string }[]
}

export async function describeCalls(world: CallsWorld): Promise<MixedCalls> {
  return callsOf(await readSubjects(world))
}

export async function readSubjects({ product, member, organizationId, query }: CallsWorld): Promise<Subjects> {
  const found = await query<{ id: string; sender: string }>(
    product,
    `select id, sender from conversations
     where organization_id = $1 and status = 'open' and not $2 = any(starred_by) order by id limit ${WRITTEN + ANSWERED}`,
    [organizationId, GENERATED_ACCOUNT.id],
  )
  const [clinic] = await query<{ number: string }>(
    product,
    'select sms_number as number from organizations where id = $1',
    [organizationId],
  )
  const [open, answered] = [found.slice(0, WRITTEN), found.slice(WRITTEN)]
  return { organizationId, number: clinic?.number ?? '', token: member.token, open, answered }
}

export function callsOf({ organizationId, number, token, open, answered }: Subjects): MixedCalls {
  const nth = (at: number) => open[at % open.length] ?? { id: '', sender: '' }
  const headers = { authorization: `Bearer ${token}` }
  const get = ({ url }: Target, path: string, values: readonly (readonly [string, string])[]) =>
    bytesOf({ method: 'GET', url: `${url}${path}?${new URLSearchParams(values.map(([...pair]) => pair))}`, headers })
  return {
    list: {
      ...{ name: 'list', path: calls.conversations.path, isWrite: false, conversations: open.length },
      request: (program) =>
        get(program, calls.conversations.path, [
          ...[['organizationId', organizationId] as const, ['limit', `${CHAT_PAGE_SIZE}`] as const],
          ...[['status', 'open'] as const, ['status', 'unassigned'] as const],
        ]),
    },
    messages: {
      ...{ name: 'messages', path: calls.messages.path, isWrite: false, conversations: open.length },
      request: (program, at) =>
        get(program, calls.messages.path, [
          ...[['organizationId', organizationId] as const, ['conversationId', nth(at).id] as const],
          ['limit', `${MESSAGES_PAGE}`],
        ]),
    },
    star: {
      ...{ name: 'star', path: calls.toggleStar.path, isWrite: true, conversations: open.length },
      request: ({ url }, at) => {
        const action = Math.floor(at / open.length) % 2 === 0 ? 'star' : 'unstar'
        const body = { organizationId, conversationId: nth(at).id, user: GENERATED_ACCOUNT.id, action }
        return bytesOf({
          ...{ method: 'POST', url: `${url}${calls.toggleStar.path}`, body: JSON.stringify(body) },
          headers: { ...headers, 'content-type': 'application/json' },
        })
      },
    },
    reply: {
      ...{ name: 'reply', path: calls.sendMessage.path, isWrite: true, conversations: answered.length },
      request: ({ url }, at) => {
        const conversationId = answered[at % answered.length]?.id ?? ''
        const body = { organizationId, conversationId, message: `Of course, see you then. ${at}` }
        return bytesOf({
          ...{ method: 'POST', url: `${url}${calls.sendMessage.path}`, body: JSON.stringify(body) },
          headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': `reply ${at}` },
        })
      },
    },
    text: {
      ...{ name: 'text', path: calls.inboundText.path, isWrite: true, conversations: open.length },
      request: (program, at) => textFrom(program, { from: nth(at).sender, to: number, body: bodyOf(at) }),
    },
  }
}

/** Each text ends with its number. */
const bodyOf = (number: number) => `I will be ten minutes late, is that all right? (${number})`

/** The number of a text; null if it is none of the load's. */
export function numberIn(body: string): number | null {
  const [, number] = /\((\d+)\)$/.exec(body) ?? []
  return number === undefined ? null : Number(number)
}

/** The carrier signs each text; the bare program does not look at the signature. */
export function textFrom({ url }: Target, { from, to, body }: { from: string; to: string; body: string }): Buffer {
  const address = `${url}${calls.inboundText.path}`
  const params = { MessageSid: newMessageSid(), From: from, To: to, Body: body, NumMedia: '0' }
  const signature = twilio.getExpectedTwilioSignature(SANDBOX_TWILIO.authToken, address, params)
  return bytesOf({
    ...{ method: 'POST', url: address, body: new URLSearchParams(params).toString() },
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature },
  })
}

const numbers = new Map<string, number>()

/** Each program gets each request once, over all phases. */
export function nextRequest(called: Called, program: Target): { number: number; request: Buffer } {
  const key = `${program.url} ${called.name}`
  const number = numbers.get(key) ?? 0
  numbers.set(key, number + 1)
  return { number, request: called.request(program, number) }
}

export interface Load {
  readonly atOnce: number
  /** The load ends after this time, or after this number of calls. */
  readonly seconds?: number
  readonly calls?: number
}

export interface Done {
  /** Milliseconds of each answered call. */
  readonly latencies: readonly number[]
  readonly perSecond: number
  /** The calls that were answered 503. */
  readonly refused: number
}

/** Makes calls over as many connections, on each one after another. Any answer but 200 and 503 is an error. */
export async function load(called: Called, program: Target, { atOnce, seconds, calls }: Load): Promise<Done> {
  const connections = await openConnections(program.url, atOnce)
  const latencies: number[] = []
  let begun = 0
  let refused = 0
  const began = performance.now()
  const isOver = () =>
    (seconds !== undefined && performance.now() - began >= seconds * 1000) || (calls !== undefined && begun >= calls)
  await Promise.all(
    connections.map(async ({ send, close }) => {
      while (!isOver()) {
        begun += 1
        const { request } = nextRequest(called, program)
        const sent = performance.now()
        const { status, body } = await send(request)
        if (status === 200) latencies.push(performance.now() - sent)
        else if (status === 503) refused += 1
        else throw new Error(`${called.name} was answered ${status}: ${body.toString()}`)
      }
      close()
    }),
  )
  return { latencies, perSecond: (latencies.length * 1000) / (performance.now() - began), refused }
}

/** Begins calls by the clock, whether or not those before are answered. */
export async function atPace(pace: { perSecond: number; calls: number }, begin: () => void): Promise<void> {
  const began = performance.now()
  for (let call = 0; call < pace.calls; call++) {
    const waitMs = began + (call * 1000) / pace.perSecond - performance.now()
    if (waitMs > 0) await pause(waitMs)
    begin()
  }
}
