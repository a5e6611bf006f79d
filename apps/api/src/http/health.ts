/** The endpoints for operations: liveness, readiness and metrics. */
import { Router } from 'express'
import type { BaseServices } from '../services.ts'

export const HEALTH_PATHS = ['/healthz', '/readyz', '/metrics'] as const

const RETRY_AFTER_S = '1'

export function healthRoutes({ database, metrics }: Pick<BaseServices, 'database' | 'metrics'>, stopping: AbortSignal) {
  const router = Router()
  router.get('/healthz', (_req, res) => {
    res.locals.path = '/healthz'
    res.json({ status: 'ok' })
  })
  router.get('/readyz', async (_req, res) => {
    res.locals.path = '/readyz'
    const answers = await database.ping().then(
      () => true,
      () => false,
    )
    const status = stopping.aborted ? 'draining' : answers ? 'ok' : 'no store'
    if (status !== 'ok') res.status(503).set('Retry-After', RETRY_AFTER_S)
    res.json({ status })
  })
  router.get('/metrics', async (_req, res) => {
    res.locals.path = '/metrics'
    res.type(metrics.contentType).send(await metrics.metrics())
  })
  return router
}
