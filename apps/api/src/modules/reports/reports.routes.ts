/**
 * Forwards browsers' reports to the error-reporting service, because the content security policy allows only this origin.
 * [RULE-20] [OPEN-085] The route is not one of the product's calls [RULE-22]: it has no contract, and needs no session,
 * because the sign-in page may break too. Bodies are neither logged nor stored.
 */
import express, { type RequestHandler, Router } from 'express'
import { createErrorReporting } from '../../gateways/error-reporting.ts'
import { isSameOrigin } from '../../http/origin.rules.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Services } from '../../services.ts'
import { acceptedEnvelope } from './envelope.ts'
import { createReportLimit } from './report-limit.ts'

export const TUNNEL_PATH = '/monitoring'
const LIMIT = '32kb'
const UNDER_WAY_MAX = 20

const asText = express.text({ limit: LIMIT, inflate: false, type: ['text/plain', 'application/x-sentry-envelope'] })

/** Without an address to forward reports to, the path does not exist. */
export function reportRoutes({ config, clock }: Pick<Services, 'config' | 'clock'>, stopping: AbortSignal): Router {
  const router = Router()
  const dsn = config.errorReportingDsn
  const reporting = createErrorReporting(dsn)
  if (reporting === null || dsn === null) return router
  const limit = createReportLimit(clock)
  let underWay = 0

  const admit: RequestHandler = (req, res, next) => {
    res.locals.path = TUNNEL_PATH
    if (!isSameOrigin(req.headers, config.publicUrl))
      throw new Refusal('foreign_origin', 'Reports come from our own pages.')
    // The limits are checked before the body is read.
    if (underWay >= UNDER_WAY_MAX || !limit.admits(req.ip ?? ''))
      throw new Refusal('rate_limited', 'Too many reports.', { retryAfterS: 60 })
    next()
  }

  router.post(TUNNEL_PATH, admit, asText, async (req, res) => {
    const envelope = acceptedEnvelope(typeof req.body === 'string' ? req.body : '', dsn)
    if (envelope === null) throw new Refusal('not_valid', 'This is no report of ours.')
    underWay += 1
    try {
      const status = await reporting.pass(envelope, stopping).catch(() => 0)
      if (status === 429) throw new Refusal('rate_limited', 'Too many reports.', { retryAfterS: 60 })
      if (status < 200 || status > 299) throw new Refusal('upstream_failed', 'The report could not be passed on.')
      res.json({})
    } finally {
      underWay -= 1
    }
  })

  router.all(TUNNEL_PATH, (_req, res) => {
    res.locals.path = TUNNEL_PATH
    res.set('Allow', 'POST')
    throw new Refusal('method_not_allowed', 'This path takes POST.')
  })
  return router
}
