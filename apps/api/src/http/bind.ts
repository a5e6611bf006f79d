/**
 * Binds calls to their handlers. The checks that hold for every call run here, in this order: caller, input,
 * permission, handler, reply.
 */
import { ACCESSES, type AnyCall, type Method } from '@foyer/contracts/call.ts'
import type { IRouter, Request, Response } from 'express'
import { type Bulkhead, createBulkhead } from '../db/bulkhead.ts'
import { openStaging } from '../files/staging.ts'
import { createUploadQuotas, type UploadQuota } from '../files/upload-quota.ts'
import type { Services } from '../services.ts'
import { assertAgreed, assertSigned, namedOrganizations, type RequestInput } from './access.ts'
import { createReadAudit, createRefusalAudit, isAudited, type SaveRead, type SaveRefusal } from './audit.ts'
import { subjectOf } from './audit-subject.rules.ts'
import { readBody } from './body.ts'
import type { Caller } from './caller.ts'
import { fingerprint, idempotencyKey } from './idempotency.rules.ts'
import { parseInput } from './input.ts'
import { findPresence } from './presence.ts'
import { Refusal } from './refusal.ts'
import { createReplying } from './reply.ts'
import type { Context, Route } from './route.ts'
import { createTransactions } from './transactions.ts'

/**
 * Limits one organization's changes in the system scope: that pool is small, and every caller is authenticated
 * through it.
 */
const ABOVE = { running: 2, waiting: 50, waitMs: 2000 }

export function bindRoutes(app: IRouter, routes: readonly Route[], parts: Services): void {
  const quotaOf = createUploadQuotas()
  const above = createBulkhead(ABOVE)
  const saveRead = createReadAudit(parts.database)
  const saveRefusal = createRefusalAudit(parts)
  const ofPath = Map.groupBy(routes, ({ call }) => call.path)
  for (const [path, its] of [...ofPath].sort(([one], [other]) => byPath(one, other))) {
    for (const route of its) {
      const { method, access } = route.call
      // Deny by default: a call without a known access is not bound.
      if (!ACCESSES.includes(access)) throw new Error(`${method} ${path} does not declare who may make it.`)
      const verb = method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete'
      app[verb](path, (req, res) => answer(route, { req, res, parts, quotaOf, above, saveRead, saveRefusal }))
    }
    const allowed = its.map(({ call }) => call.method)
    app.all(path, (_req, res) => refuseMethod(path, allowed, res))
  }
}

/** Express takes the first matching path, so `/patients/duplicates` comes before `/patients/:id` for every method. */
function byPath(one: string, other: string): number {
  const [parts, others] = [one.split('/'), other.split('/')]
  for (const [index, part] of parts.entries()) {
    const isParam = part.startsWith(':')
    if (isParam !== others[index]?.startsWith(':')) return isParam ? 1 : -1
  }
  return 0
}

/** Checks at start that every call of the contracts has exactly one route. */
export function assertBound(routes: readonly Route[], calls: Readonly<Record<string, AnyCall>>): void {
  const name = new Map(Object.entries(calls).map(([callName, call]) => [call, callName]))
  const bound = routes.map(({ call }) => name.get(call) ?? `${call.method} ${call.path}, which is no call`)
  const missing = [...name.values()].filter((callName) => !bound.includes(callName))
  const repeated = bound.filter((callName, index) => bound.indexOf(callName) !== index)
  const foreign = routes.filter(({ call }) => !name.has(call)).map(({ call }) => `${call.method} ${call.path}`)
  const wrong = { missing, repeated, foreign }
  const words = Object.entries(wrong).flatMap(([what, names]) => (names.length ? [`${what}: ${names.join(', ')}`] : []))
  if (words.length) throw new Error(`Not every call is bound exactly once. ${words.join('; ')}.`)
}

interface Exchange {
  readonly req: Request
  readonly res: Response
  readonly parts: Services
  readonly quotaOf: (who: string) => UploadQuota
  readonly above: Bulkhead
  readonly saveRead: SaveRead
  readonly saveRefusal: SaveRefusal
}

async function answer({ call, handle }: Route, exchange: Exchange): Promise<void> {
  const { req, res, parts, quotaOf, above, saveRead, saveRefusal } = exchange
  const requestId: string = res.locals.requestId ?? parts.newId()
  res.locals.path = call.path
  // The relays' few calls carry the events of all organizations, and the load of others must not delay them.
  if (call.access !== 'relay' && parts.database.isCrowded()) throw crowded()
  const presence = await findPresence(call, req, parts)
  const input: Pick<RequestInput, 'params' | 'query' | 'body'> = {}
  const { params, query, headers } = req
  let sent: RequestInput = { params, query, headers }
  const staging = openStaging(parts, presence.caller ? quotaOf(presence.caller.userId) : undefined)
  try {
    assertAgreed(call, req, presence.caller)
    const { fields, files } = await readBody(call, { req, res, staging })
    sent = { params, query, body: fields, headers }
    assertSigned(call.access, req, parts)
    Object.assign(input, parseInput(call, { params, query, body: fields }))
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
    await staging.clear()
    // A handler may have answered itself with a redirect or a page.
    if (!res.headersSent) send(res, reply(result))
  } catch (error) {
    await staging.clear()
    // An ended session or a missing membership is refused before anything else.
    const first = presence.isChecked ? Promise.resolve() : presence.check()
    const refusal = await first.then(
      () => error,
      (earlier: unknown) => earlier,
    )
    await presence.noteUse().catch(() => undefined)
    const { caller, isChecked } = presence
    if (caller && isChecked && isAudited(call.access)) {
      const named = namedOrganizations(call, sent)
      await saveRefusal({ call, caller, requestId, asked: input, named, error: refusal })
    }
    throw refusal
  }
}

function crowded() {
  return new Refusal('unavailable', 'The service has too many requests in work. Try again.', { retryAfterS: 1 })
}

function send(res: Response, reply: unknown) {
  if (reply === undefined) res.status(204).end()
  else res.json(reply)
}

function refuseMethod(path: string, allowed: readonly Method[], res: Response) {
  res.locals.path = path
  const allow = [...new Set(allowed.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))].join(', ')
  res.set('Allow', allow)
  throw new Refusal('method_not_allowed', `This path takes ${allow}.`)
}
