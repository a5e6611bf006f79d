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
    if (typeof fax === 'string') return refuse(res, 400, fax)
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

/** The fax of a posted form, or what is wrong with it. */
async function faxOf(body: unknown, contentType: string): Promise<NewFax | string> {
  if (!Buffer.isBuffer(body)) return 'The body must be multipart/form-data.'
  const headers = { 'content-type': contentType }
  const form = await new globalThis.Response(new Uint8Array(body), { headers }).formData().catch(() => null)
  if (!form) return 'The form could not be read.'
  const text = (name: string) => String(form.get(name) ?? '')
  const parts = form.getAll('file').filter((part) => typeof part !== 'string')
  if (!NUMBER.test(text('to'))) return 'to: must be a phone number in E.164'
  if (!NUMBER.test(text('from'))) return 'from: must be a phone number in E.164'
  if (parts.length === 0) return 'file: is required'
  const files: FaxFile[] = []
  for (const part of parts) {
    if (!TAKEN.test(part.type)) return `file: ${part.type} can not be faxed`
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

function refuse(res: Response, status: number, message: string): void {
  res.status(status).json({ error: { code: status, message, status: String(status) } })
}
