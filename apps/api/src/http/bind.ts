/** Binds calls to their paths. */
import { ACCESSES, type AnyCall, type Method } from '@foyer/contracts/call.ts'
import { type IRouter, type Response, Router } from 'express'
import { openStaging, type Staging } from '../files/staging.ts'
import { createUploadQuotas, type UploadQuota } from '../files/upload-quota.ts'
import type { Services } from '../services.ts'
import { assertSigned } from './access.ts'
import { readBody } from './body.ts'
import { createPerforming, type Exchange, type Performing, perform } from './perform.ts'
import { Refusal } from './refusal.ts'
import type { Route } from './route.ts'

export function bindRoutes(
  app: IRouter,
  routes: readonly Route[],
  parts: Services,
  performing = createPerforming(parts),
): void {
  const quotaOf = createUploadQuotas()
  const ofPath: ReadonlyMap<string, readonly Route[]> = Map.groupBy(routes, ({ call }) => call.path)
  // Express would try the patterns of all paths before it, and most calls have a path without parameters.
  app.use((req, res, next) => {
    const its = ofPath.get(req.path)
    if (!its || req.path.includes(':')) return next()
    const route = its.find(({ call }) => call.method === req.method) ?? ofHead(its, req.method)
    if (!route) return refuseMethod(req.path, methodsOf(its), res)
    return answer(route, performing, { req, res, quotaOf })
  })
  // Express compares an error with the patterns of all paths after its handler. So it leaves this router before it is thrown.
  const patterns = Router()
  for (const [path, its] of [...ofPath].sort(([one], [other]) => byPath(one, other))) {
    for (const route of its) {
      const { method, access } = route.call
      // Deny by default: a call without a known access is not bound.
      if (!ACCESSES.includes(access)) throw new Error(`${method} ${path} does not declare who may make it.`)
      const verb = method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete'
      patterns[verb](path, (req, res, next) =>
        answer(route, performing, { req, res, quotaOf }).catch((error: unknown) => {
          res.locals.failure = error
          next('router')
        }),
      )
    }
    patterns.all(path, (_req, res) => refuseMethod(path, methodsOf(its), res))
  }
  app.use(patterns, (_req, res, next) => next(res.locals.failure))
}

const methodsOf = (its: readonly Route[]) => its.map(({ call }) => call.method)

/** HEAD is GET without its body. */
const ofHead = (its: readonly Route[], method: string) =>
  method === 'HEAD' ? its.find(({ call }) => call.method === 'GET') : undefined

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

interface Asked extends Exchange {
  readonly quotaOf: (who: string) => UploadQuota
}

async function answer(route: Route, performing: Performing, { req, res, quotaOf }: Asked): Promise<void> {
  const { call } = route
  const { parts } = performing
  res.locals.path = call.path
  let staging: Staging | undefined
  const reply = await perform(route, performing, { req, res }, async ({ caller }) => {
    staging = openStaging(parts, caller ? quotaOf(caller.userId) : undefined)
    const { params, query } = req
    const { fields, files } = await readBody(call, { req, res, staging })
    assertSigned(call.access, req, parts)
    return { params, query, body: fields, files }
  }).finally(() => staging?.clear())
  if (!res.headersSent) send(res, reply)
}

function send(res: Response, reply: unknown) {
  if (reply !== undefined) return void res.json(reply)
  // A handler that set a status, such as that of a redirect, keeps it: the answer waits for the audit row like any other.
  if (res.statusCode === 200) res.status(204)
  res.end()
}

function refuseMethod(path: string, allowed: readonly Method[], res: Response) {
  res.locals.path = path
  const allow = [...new Set(allowed.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))].join(', ')
  res.set('Allow', allow)
  throw new Refusal('method_not_allowed', `This path takes ${allow}.`)
}
