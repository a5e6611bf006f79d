/** The fax service's API under /sandbox/sinch: the part of Sinch's Fax API v3, and of its sign-in, that clinics' software calls. */
import { randomUUID, timingSafeEqual } from 'node:crypto'
import express, { type Response, type Router } from 'express'
import type { Clock } from '../clock.ts'
import type { SandboxConfig } from '../config.ts'
import type { FaxBehaviourSwitch } from './behaviour.ts'
import type { Machine } from './machine.ts'
import type { FaxFile, NewFax } from './machine-fax.ts'
import { wireOf } from './wire.rules.ts'

const SLOW_MS = 4000
const TOKEN_S = 3600
const RETRY_AFTER_S = 2
const NUMBER = /^\+\d{7,15}$/
/** Content types that the service turns into pages. */
const TAKEN =
  /^(application\/(pdf|msword|vnd\.openxmlformats-officedocument\.wordprocessingml\.document)|image\/(png|jpeg))$/

export interface SinchDependencies {
  readonly config: SandboxConfig
  readonly clock: Clock
  readonly machine: Machine
  readonly behaviour: FaxBehaviourSwitch
}

export function sinchRoutes({ config, clock, machine, behaviour }: SinchDependencies): Router {
  const router = express.Router()
  /** The tokens that were given, with their end. */
  const tokens = new Map<string, number>()

  router.post('/oauth2/token', express.urlencoded({ extended: false, limit: '4kb' }), (req, res) => {
    const basic = Buffer.from(`${config.sinchKeyId}:${config.sinchKeySecret}`).toString('base64')
    if (!isSame(req.headers.authorization, `Basic ${basic}`)) return refuse(res, 401, 'invalid_client')
    if (req.body?.grant_type !== 'client_credentials') return refuse(res, 400, 'unsupported_grant_type')
    const token = randomUUID()
    tokens.set(token, clock.now().getTime() + TOKEN_S * 1000)
    res.json({ access_token: token, token_type: 'bearer', expires_in: TOKEN_S, scope: '' })
  })

  router.use((req, res, next) => {
    const [, token = ''] = /^Bearer (\S+)$/.exec(req.headers.authorization ?? '') ?? []
    if ((tokens.get(token) ?? 0) > clock.now().getTime()) return next()
    refuse(res, 401, 'The token is invalid or has expired.')
  })
  router.use('/v3/projects/:project', (req, res, next) => {
    if (req.params.project === config.sinchProjectId) return next()
    refuse(res, 404, 'The project was not found.')
  })

  const faxes = '/v3/projects/:project/faxes'
  router.post(faxes, express.raw({ type: 'multipart/form-data', limit: '32mb' }), async (req, res) => {
    const fax = await faxOf(req.body, req.headers['content-type'] ?? '')
    if ('wrong' in fax) return refuse(res, fax.field === null ? 400 : 422, fax.wrong, fax.field)
    const { answer, outcome } = behaviour.nextFate(fax.to)
    if (answer === 'tooMany') {
      res.set('Retry-After', String(RETRY_AFTER_S))
      return refuse(res, 429, 'Too many requests')
    }
    if (answer === 'error') return refuse(res, 500, 'Internal server error')
    if (answer === 'lost') return
    const taken = machine.take(fax, outcome)
    if (answer === 'hang') return
    const say = () => void res.status(200).json(wireOf(taken, config))
    if (answer === 'slow') clock.after(SLOW_MS, say)
    else say()
  })

  router.get(faxes, (req, res) => {
    const { to, createTime, direction } = req.query
    const [pageSize, page] = [Number(req.query.pageSize ?? 20), Number(req.query.page ?? 1)]
    const found = machine
      .all()
      .filter((fax) => (to === undefined || fax.to === to) && direction !== 'INBOUND')
      .filter((fax) => createTime === undefined || fax.createTime.startsWith(String(createTime)))
      .reverse()
    res.json({
      ...{ pageNumber: page, pageSize, totalItems: found.length, totalPages: Math.ceil(found.length / pageSize) },
      faxes: found.slice((page - 1) * pageSize, page * pageSize).map((fax) => wireOf(fax, config)),
    })
  })

  router.get(`${faxes}/:id`, (req, res) => {
    const fax = machine.get(req.params.id)
    if (!fax) return refuse(res, 404, 'The fax was not found.')
    res.json(wireOf(fax, config))
  })

  router.delete(`${faxes}/:id/file`, (req, res) => {
    if (!machine.deleteContent(req.params.id)) return refuse(res, 404, 'The fax was not found.')
    res.status(204).end()
  })

  router.use((_req, res) => refuse(res, 404, 'not found'))
  return router
}

/** A form that is not taken; the field is null for the form as a whole. */
interface Wrong {
  readonly wrong: string
  readonly field: 'to' | 'from' | 'file' | null
}

async function faxOf(body: unknown, contentType: string): Promise<NewFax | Wrong> {
  if (!Buffer.isBuffer(body)) return { wrong: 'The body must be multipart/form-data.', field: null }
  const headers = { 'content-type': contentType }
  const form = await new globalThis.Response(new Uint8Array(body), { headers }).formData().catch(() => null)
  if (!form) return { wrong: 'The form could not be read.', field: null }
  const text = (name: string) => String(form.get(name) ?? '')
  const parts = form.getAll('file').filter((part) => typeof part !== 'string')
  for (const field of ['to', 'from'] as const)
    if (!NUMBER.test(text(field))) return { wrong: `The (${text(field)}) is not a valid phone number`, field }
  if (parts.length === 0) return { wrong: 'A file is required', field: 'file' }
  const files: FaxFile[] = []
  for (const part of parts) {
    if (!TAKEN.test(part.type)) return { wrong: `Mimetype not supported: ${part.type}`, field: 'file' }
    files.push({ name: part.name, contentType: part.type, bytes: Buffer.from(await part.arrayBuffer()) })
  }
  const callbackUrl = text('callbackUrl')
  return {
    ...{ to: text('to'), from: text('from'), headerText: text('headerText'), files },
    callbackUrl: URL.canParse(callbackUrl) ? callbackUrl : null,
  }
}

function isSame(given: string | undefined, expected: string): boolean {
  const [one, other] = [Buffer.from(given ?? ''), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  404: 'Not found',
  422: 'Invalid parameters',
  429: 'Too many requests',
  500: 'Internal server error',
}

/** The form of Sinch's refusals; it names the field that is wrong, if one is. */
function refuse(res: Response, status: number, message: string, field: Wrong['field'] = null): void {
  const details = { fieldViolations: [{ field, description: message }] }
  res.status(status).json({ code: String(status), error: REASONS[status], message, ...(field !== null && { details }) })
}
