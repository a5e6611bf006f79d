/**
 * Makes a call for its caller. The checks that hold for every call run here, in this order: caller, input, permission,
 * handler, reply. HTTP makes calls by their paths, and GraphQL makes the same calls by its fields.
 */
import type { AnyCall, InputOf, ReplyOf } from '@foyer/contracts/call.ts'
import type { Request, Response } from 'express'
import { type Bulkhead, createBulkhead } from '../db/bulkhead.ts'
import type { Services } from '../services.ts'
import { assertAgreed, namedOrganizations, type RequestInput } from './access.ts'
import { createReadAudit, createRefusalAudit, isAudited, type SaveRead, type SaveRefusal } from './audit.ts'
import { subjectOf } from './audit-subject.rules.ts'
import type { Caller } from './caller.ts'
import { fingerprint, idempotencyKey } from './idempotency.rules.ts'
import { parseInput } from './input.ts'
import { findPresence, type Presence } from './presence.ts'
import { Refusal } from './refusal.ts'
import { createReplying } from './reply.ts'
import type { Context, Route, UploadedFile } from './route.ts'
import { createTransactions } from './transactions.ts'

/**
 * Limits one organization's changes in the system scope: that pool is small, and every caller is authenticated
 * through it.
 */
const ABOVE = { running: 2, waiting: 50, waitMs: 2000 }

/** The parts that all calls of a process share. */
export interface Performing {
  readonly parts: Services
  readonly above: Bulkhead
  readonly saveRead: SaveRead
  readonly saveRefusal: SaveRefusal
}

export function createPerforming(parts: Services): Performing {
  const { database } = parts
  return {
    ...{ parts, above: createBulkhead(ABOVE) },
    ...{ saveRead: createReadAudit(database), saveRefusal: createRefusalAudit(parts) },
  }
}

export interface Exchange {
  readonly req: Request
  readonly res: Response
}

/** The input of a call as it came. */
export interface Received {
  readonly params: object
  readonly query: object
  readonly body: unknown
  readonly files: readonly UploadedFile[]
}

/** Receives the input once the caller is known. */
type Receive = (presence: Presence) => Promise<Received>

/** Returns the reply. A handler may have answered itself with a redirect or a page; then there is none. */
export async function perform(
  { call, handle }: Route,
  { parts, above, saveRead, saveRefusal }: Performing,
  { req, res }: Exchange,
  receive: Receive,
): Promise<unknown> {
  const requestId: string = res.locals.requestId ?? parts.newId()
  // The relays' few calls carry the events of all organizations, and the load of others must not delay them.
  if (call.access !== 'relay' && parts.database.isCrowded()) throw crowded()
  const presence = await findPresence(call, req, parts)
  const input: Pick<RequestInput, 'params' | 'query' | 'body'> = {}
  const { params, query, headers } = req
  let sent: RequestInput = { params, query, headers }
  try {
    // The campaign service's headers belong to its paths; GraphQL has a path of its own.
    assertAgreed({ path: res.locals.path ?? call.path }, req, presence.caller)
    const { files, ...given } = await receive(presence)
    sent = { ...given, headers }
    Object.assign(input, parseInput(call, given))
    const organizationId = await presence.admit({ ...input, headers })
    const { caller } = presence
    const reply = createReplying(call)
    const transactions = createTransactions({
      parts,
      above,
      entry: { call, caller, organizationId, requestId, subject: subjectOf(input) },
      presence,
      saveRead,
      key: call.idempotent ? idempotencyKey(headers) : undefined,
      fingerprint: () => fingerprint(call, input, files),
      toReply: reply,
    })
    const { audit, read, write, writeSystem, writeAccount } = transactions
    // `caller` is set whenever the access requires one; the context's type of other calls does not offer it.
    const context = {
      ...input,
      files,
      caller: caller as Caller,
      organizationId,
      requestId,
      check: presence.check,
      audit,
      read,
      write,
      writeSystem,
      writeAccount,
      req,
      res,
    }
    const result = await handle(context as Context<AnyCall>)
    if (!presence.isChecked)
      throw new Error(`${call.method} ${call.path} was handled for a caller whom nothing has checked.`)
    await transactions.finish(result)
    return res.headersSent ? undefined : reply(result)
  } catch (error) {
    // An ended session or a missing membership is refused before anything else.
    const first = presence.isChecked ? Promise.resolve() : presence.check()
    const refusal = await first.then(
      () => error,
      (earlier: unknown) => earlier,
    )
    await presence.noteUse().catch(() => undefined)
    const { caller, isChecked } = presence
    if (caller && isChecked && isAudited(call.access)) {
      const { organizationOfToken } = presence
      const named = organizationOfToken === undefined ? namedOrganizations(call, sent) : [organizationOfToken]
      await saveRefusal({ call, caller, requestId, asked: input, named, error: refusal })
    }
    throw refusal
  }
}

function crowded() {
  return new Refusal('unavailable', 'The service has too many requests in work. Try again.', { retryAfterS: 1 })
}

/** Makes a call with the credentials of one request. */
export type Perform = <C extends AnyCall>(call: C, input: InputOf<C>) => Promise<ReplyOf<C>>

/** The calls of these routes, for a caller that speaks another language than paths. */
export function createPerform(routes: readonly Route[], performing: Performing): (exchange: Exchange) => Perform {
  const routeOf = new Map(routes.map((route) => [route.call, route]))
  return (exchange) => async (call, input) => {
    const route = routeOf.get(call)
    if (!route) throw new Error(`${call.method} ${call.path} has no route.`)
    const given = { params: {}, query: {}, body: {}, files: [], ...input }
    return (await perform(route, performing, exchange, async () => given)) as ReplyOf<typeof call>
  }
}
