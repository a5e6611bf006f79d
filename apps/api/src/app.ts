/** The API as one list: what every request goes through, and the modules, in order. */
import { calls } from '@foyer/contracts/calls.ts'
import express, { type Express } from 'express'
import { feedRoutes } from './events/feed.routes.ts'
import { assertBound, bindRoutes } from './http/bind.ts'
import { docsRoutes } from './http/docs.ts'
import { healthRoutes } from './http/health.ts'
import { requestLog } from './http/log.ts'
import { problemHandler, unknownPath } from './http/problem.ts'
import { securityHeaders } from './http/security-headers.ts'
import { auditRoutes } from './modules/audit/audit.routes.ts'
import { campaignRoutes } from './modules/campaign/campaign.routes.ts'
import { chatPage } from './modules/inbox/chat/chat-page.ts'
import { inboxRoutes } from './modules/inbox/inbox.routes.ts'
import { createInboxLink } from './modules/inbox/mails/inbox-link.ts'
import { messagingRoutes } from './modules/messaging/messaging.routes.ts'
import { createNotify } from './modules/messaging/notify.ts'
import { reportRoutes } from './modules/reports/reports.routes.ts'
import type { SessionParts } from './modules/session/identity.ts'
import { sessionRoutes } from './modules/session/session.routes.ts'

export function createApi(parts: SessionParts, stopping: AbortSignal): Express {
  const notify = createNotify(parts, createInboxLink(parts))
  const routes = [
    ...sessionRoutes(parts),
    ...inboxRoutes(parts),
    ...messagingRoutes(parts, notify),
    ...campaignRoutes(notify),
    ...auditRoutes,
    ...feedRoutes(parts, stopping),
  ]
  assertBound(routes, calls)

  const app = createBareApp()
  app.use(requestLog(parts))
  app.use(securityHeaders(parts.config.publicUrl))
  app.use(healthRoutes(parts, stopping))
  app.use(docsRoutes(calls, parts.config.publicUrl))
  app.use(chatPage(parts))
  app.use(reportRoutes(parts, stopping))
  bindRoutes(app, routes, parts)
  app.use(unknownPath)
  app.use(problemHandler(parts))
  return app
}

/** Behind an edge of the same host or network, whose word on the client's address is taken. */
function createBareApp(): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('trust proxy', 'loopback, linklocal, uniquelocal')
  return app
}
