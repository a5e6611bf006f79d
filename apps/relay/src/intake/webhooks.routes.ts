/** The endpoints for the API's webhooks. They verify the signature over the raw body and process each id once. */
import type { Envelope } from '@foyer/contracts/event.ts'
import { eventsWebhookSchema, revocationsWebhookSchema } from '@foyer/contracts/feed.ts'
import { type Problem, problems, type Reason } from '@foyer/contracts/problem.ts'
import express, { type NextFunction, type Request, type Response, Router } from 'express'
import type { Logger } from 'pino'
import type { z } from 'zod'
import type { Clock } from '../clock.ts'
import type { Metrics } from '../metrics.ts'
import { createAcceptedIds } from './accepted-ids.ts'
import type { Ingest } from './ingest.ts'
import type { Revocations } from './revocations.ts'
import { verifyWebhook } from './webhook.ts'

interface Dependencies {
  readonly ingest: Pick<Ingest, 'take'>
  readonly revocations: Pick<Revocations, 'add'>
  readonly secrets: readonly string[]
  readonly clock: Clock
  readonly log: Logger
  readonly metrics: Metrics
  newId(): string
}

/** Fits 500 events with room to spare: the API would repeat a webhook that is refused for its size. */
const BODY_MAX = '16mb'

export function webhookRoutes(parts: Dependencies): Router {
  const { ingest, revocations, metrics } = parts
  const refuse = createRefuse(parts.newId)
  const router = Router()
  router.use('/relay/webhooks', express.raw({ type: () => true, limit: BODY_MAX }))
  router.post(
    '/relay/webhooks/inbox',
    receive(parts, eventsWebhookSchema, async ({ events }) => {
      const runs = Map.groupBy(events, ({ organizationId }: Envelope) => organizationId)
      await Promise.all([...runs].map(([organizationId, run]) => ingest.take(organizationId, run)))
    }),
  )
  router.post(
    '/relay/webhooks/revocations',
    receive(parts, revocationsWebhookSchema, async (body) => revocations.add(body.revocations)),
  )
  router.use('/relay', (_req, res) => refuse(res, 'not_found', 'Not found.'))
  // Express recognizes an error handler by its four parameters. The answer must not quote the body.
  router.use('/relay', (err: { status?: number }, _req: Request, res: Response, _next: NextFunction) => {
    const reason = err.status === 413 ? 'too_large' : 'not_valid'
    metrics.webhookFailures.inc({ reason })
    refuse(res, reason, 'The body could not be read.')
  })
  return router
}

function receive<Body extends z.ZodType>(
  { secrets, clock, log, metrics, newId }: Dependencies,
  schema: Body,
  take: (body: z.output<Body>) => Promise<void>,
) {
  const accepted = createAcceptedIds(clock)
  const refuse = createRefuse(newId)
  const fail = (res: Response, kind: keyof typeof failures) => {
    const { reason, status, message } = failures[kind]
    metrics.webhookFailures.inc({ reason: kind })
    log.warn({ reason: kind }, 'refused a webhook')
    refuse(res, reason, message, status)
  }
  return async (req: Request, res: Response): Promise<void> => {
    const raw: unknown = req.body
    const body = Buffer.isBuffer(raw) ? raw : Buffer.alloc(0)
    const id = req.get('webhook-id')
    const headers = { id, timestamp: req.get('webhook-timestamp'), signature: req.get('webhook-signature') }
    const verdict = verifyWebhook(body, headers, secrets, clock.now())
    if (verdict !== 'ok' || id === undefined) return fail(res, verdict === 'clock_skew' ? verdict : 'bad_signature')
    if (accepted.has(id)) return void res.status(204).end()
    const read = schema.safeParse(json(body))
    if (!read.success) return fail(res, 'not_valid')
    try {
      await take(read.data)
    } catch (err) {
      log.warn({ err }, 'processing a webhook failed')
      return fail(res, 'unavailable')
    }
    // The id is recorded only after success, because the API repeats a webhook that failed.
    accepted.add(id)
    res.status(204).end()
  }
}

const failures = {
  bad_signature: { reason: 'bad_signature', status: 403, message: 'The signature is not valid.' },
  clock_skew: {
    reason: 'bad_signature',
    status: 401,
    message: "The webhook's time is more than 5 minutes from this clock.",
  },
  not_valid: { reason: 'not_valid', status: 400, message: 'The body is not valid.' },
  unavailable: { reason: 'unavailable', status: 503, message: 'Could not be taken in now.' },
} as const satisfies Record<string, { reason: Reason; status: number; message: string }>

function json(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

function createRefuse(newId: () => string) {
  return (res: Response, reason: Reason, message: string, status: number = problems[reason]): void => {
    res.status(status).json({ code: 'error', reason, message, requestId: newId() } satisfies Problem)
  }
}
