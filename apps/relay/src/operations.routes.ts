import { Router } from 'express'
import type { Registry } from 'prom-client'
import type { Health } from './health.ts'

/** The endpoints for operations: health, readiness and metrics. */
export function operationsRoutes({ health, registry }: { health(): Health; registry: Registry }): Router {
  const router = Router()
  router.get('/healthz', (_req, res) => res.json({ status: 'up' }))
  router.get('/readyz', (_req, res) => {
    const { ready, degraded, checks } = health()
    const status = degraded ? 'degraded' : 'ready'
    if (!ready) res.status(503).set('Retry-After', '1')
    res.json({ status: ready ? status : 'not ready', checks })
  })
  router.get('/metrics', async (_req, res) => res.type(registry.contentType).send(await registry.metrics()))
  return router
}
