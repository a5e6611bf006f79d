/** The e-mail service's API under /sandbox/sendgrid: the part of SendGrid's v3 that clinics' software calls. */
import { timingSafeEqual } from 'node:crypto'
import express, { type Response, type Router } from 'express'
import { z } from 'zod'
import type { Clock } from '../clock.ts'
import type { SandboxConfig } from '../config.ts'
import type { Postbox } from './postbox.ts'

const address = z.object({ email: z.email('Does not contain a valid address.'), name: z.string().default('') })
const sentSchema = z.object({
  personalizations: z
    .array(
      z.object({
        to: z.array(address).min(1).max(1000),
        custom_args: z.record(z.string(), z.string()).default({}),
      }),
    )
    .min(1)
    .max(1000),
  from: address,
  subject: z.string().min(1, 'The subject is required.'),
  content: z.array(z.object({ type: z.string(), value: z.string().min(1) })).min(1),
  headers: z.record(z.string(), z.string()).default({}),
})

const SLOW_MS = 4000

export interface SendgridDependencies {
  readonly config: SandboxConfig
  readonly clock: Clock
  readonly postbox: Postbox
  newId(): string
}

export function sendgridRoutes({ config, clock, postbox, newId }: SendgridDependencies): Router {
  const router = express.Router()

  router.use((req, res, next) => {
    if (isAuthentic(req.headers.authorization, config.emailApiKey)) return next()
    refuse(res, 401, 'The provided authorization grant is invalid, expired, or revoked')
  })

  router.post('/v3/mail/send', express.json({ limit: '1mb' }), (req, res) => {
    const sent = sentSchema.safeParse(req.body)
    if (!sent.success) {
      const [issue] = sent.error.issues
      return refuse(res, 400, issue?.message ?? 'Bad Request', issue?.path.join('.') ?? null)
    }
    const answer = postbox.nextAnswer()
    if (answer === 'tooMany') {
      res.set('Retry-After', '2')
      return refuse(res, 429, 'too many requests')
    }
    if (answer === 'error') return refuse(res, 500, 'internal server error')
    if (answer === 'refuse')
      return refuse(res, 400, 'Does not contain a valid address.', 'personalizations.0.to.0.email')
    if (answer === 'lost') return
    const id = newId()
    const { from, subject, content, headers, personalizations } = sent.data
    const partOf = (isHtml: boolean) => content.filter(({ type }) => (type === 'text/html') === isHtml)
    const [html = null] = partOf(true).map(({ value }) => value)
    for (const { to, custom_args: marks } of personalizations)
      for (const { email } of to)
        postbox.add({
          ...{ id, to: email, from: from.email, fromName: from.name, subject, marks },
          text: partOf(false)
            .map(({ value }) => value)
            .join('\n\n'),
          ...{ html, headers },
          takenAt: clock.now().toISOString(),
        })
    if (answer === 'hang') return
    const say = () => void res.status(202).set('X-Message-Id', id).end()
    if (answer === 'slow') clock.after(SLOW_MS, say)
    else say()
  })

  /** Simulates SendGrid's Email Activity API, newest mail first. It supports one query: a custom argument equals a value. */
  router.get('/v3/messages', (req, res) => {
    if (!postbox.behaviour().listed) return refuse(res, 403, 'access forbidden')
    const [, name = '', value = ''] = /^unique_args\['([\w-]+)'\]="([^"]*)"$/.exec(String(req.query.query ?? '')) ?? []
    if (name === '') return refuse(res, 400, 'invalid query', 'query')
    const found = postbox.all().filter(({ marks }) => marks[name] === value)
    const limit = Number(req.query.limit ?? 10)
    const messages = found
      .reverse()
      .slice(0, limit)
      .map(({ id, to, from, subject, takenAt }) => ({
        ...{ from_email: from, msg_id: id, subject, to_email: to, status: 'delivered' },
        last_event_time: takenAt,
      }))
    res.json({ messages })
  })

  router.use((_req, res) => refuse(res, 404, 'not found'))
  return router
}

function isAuthentic(header: string | undefined, apiKey: string): boolean {
  const expected = Buffer.from(`Bearer ${apiKey}`)
  const given = Buffer.from(header ?? '')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function refuse(res: Response, status: number, message: string, field: string | null = null): void {
  res.status(status).json({ errors: [{ message, field, help: null }] })
}
