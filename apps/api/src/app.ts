/** Composes the API: middleware for every request, then the routes of all modules. */
import { calls } from '@foyer/contracts/calls.ts'
import express, { type Express } from 'express'
import { admissionControl } from './http/admission.ts'
import { assertBound, bindRoutes } from './http/bind.ts'
import { docsRoutes } from './http/docs.ts'
import { bindGraphs } from './http/graphql/endpoint.ts'
import { healthRoutes } from './http/health.ts'
import { requestLog } from './http/log.ts'
import { createPerforming } from './http/perform.ts'
import { problemHandler, unknownPath } from './http/problem.ts'
import { securityHeaders } from './http/security-headers.ts'
import type { Seams } from './modules/module.ts'
import type { SessionServices } from './modules/session/identity.ts'
import { modules } from './modules.ts'

export function createApi(parts: SessionServices & Seams, stopping: AbortSignal): Express {
  const routes = modules.flatMap((module) => module.routes?.(parts, stopping) ?? [])
  assertBound(routes, calls)

  const app = createBareApp()
  app.use(admissionControl(calls, parts))
  app.use(requestLog(parts))
  app.use(securityHeaders(parts.config.publicUrl))
  app.use(healthRoutes(parts, stopping))
  app.use(docsRoutes(calls, parts.config.publicUrl))
  for (const module of modules) if (module.pages) app.use(module.pages(parts, stopping))
  const performing = createPerforming(parts)
  bindGraphs(app, modules, { routes, performing })
  bindRoutes(app, routes, parts, performing)
  app.use(unknownPath)
  app.use(problemHandler(parts))
  return app
}

/** Trusts a proxy on the same host or private network to report the client's address. */
function createBareApp(): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('trust proxy', 'loopback, linklocal, uniquelocal')
  return app
}
