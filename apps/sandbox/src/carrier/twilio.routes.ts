/** The carrier's REST API under /sandbox/twilio: the part of Twilio's that clinics' software calls. */
import { timingSafeEqual } from 'node:crypto'
import express, { type Request, type Response, type Router } from 'express'
import type { Timers } from '../clock.ts'
import type { SandboxConfig } from '../config.ts'
import type { BehaviourSwitch } from './behaviour.ts'
import type { Carrier, Outbound } from './carrier.ts'
import type { Ledger } from './ledger.ts'
import type { MediaStore } from './media-store.ts'
import { isPhoneNumber, type Text } from './text.ts'
import {
  API_VERSION,
  accountPath,
  mediaList,
  messagePage,
  messageResource,
  type Problem,
  problemResource,
} from './wire.rules.ts'

export interface TwilioDependencies {
  readonly config: SandboxConfig
  readonly timers: Timers
  readonly ledger: Ledger
  readonly carrier: Carrier
  readonly behaviour: BehaviourSwitch
  readonly mediaStore: MediaStore
}

export function twilioRoutes({ config, timers, ledger, carrier, behaviour, mediaStore }: TwilioDependencies): Router {
  const { accountSid } = config
  const router = express.Router()
  const account = `/${API_VERSION}/Accounts/:account`

  router.use(account, (req, res, next) => {
    if (!isAuthentic(req.headers.authorization, config)) {
      res.set('WWW-Authenticate', 'Basic realm="Twilio API"')
      return refuse(res, { code: 20_003, message: 'Authenticate', status: 401 })
    }
    return req.params.account === accountSid ? next() : unknown(req, res)
  })

  router.post(`${account}/Messages.json`, express.urlencoded({ extended: false, limit: '64kb' }), (req, res) => {
    const form: Form = req.body ?? {}
    const problem = problemOf(form) ?? optedOutProblem(form, carrier)
    if (problem) return refuse(res, problem)
    if (!behaviour.hasRoom(timers.now())) return refuseAsTooMany(res, 1)
    const answer = behaviour.nextAnswer()
    if (answer === 'tooMany') return refuseAsTooMany(res, behaviour.now().retryAfterS)
    if (answer === 'error') return refuse(res, { code: 20_500, message: 'Internal Server Error', status: 500 })
    const taken = messageResource(carrier.take(outboundOf(form)), accountSid)
    if (answer === 'hang') return
    const send = () => void res.status(201).json(taken)
    if (answer === 'slow') timers.after(behaviour.now().slowMs, send)
    else send()
  })

  router.get(`${account}/Messages.json`, (req, res) => void res.json(listOf(req, ledger, accountSid)))

  router.get(`${account}/Messages/:sid.json`, (req, res) => {
    const text = ledger.get(req.params.sid)
    if (text) res.json(messageResource(text, accountSid))
    else unknown(req, res)
  })

  router.get(`${account}/Messages/:sid/Media.json`, (req, res) => {
    const text = ledger.get(req.params.sid)
    if (text) res.json(mediaList(text, accountSid))
    else unknown(req, res)
  })

  router.get(`${account}/Messages/:sid/Media/:media`, (req, res) => {
    const isOfText = ledger.get(req.params.sid)?.media.some(({ sid }) => sid === req.params.media)
    const item = isOfText ? mediaStore.get(req.params.media) : undefined
    if (!item) return unknown(req, res)
    res.setHeader('Content-Type', item.contentType)
    res.end(item.bytes)
  })

  router.use((req, res) => unknown(req, res))
  return router
}

/** Newest first, a page of them. */
function listOf(req: Request, ledger: Ledger, accountSid: string) {
  const search = new URL(req.originalUrl, 'http://sandbox').searchParams
  const pageSize = between(1, Number(search.get('PageSize') ?? 50), 1000)
  const page = between(0, Number(search.get('Page') ?? 0), 1_000_000)
  const found = ledger.all().filter(matching(search)).reverse()
  const messages = found.slice(page * pageSize, (page + 1) * pageSize).map((text) => messageResource(text, accountSid))
  return messagePage(messages, { accountSid, search, page, pageSize, total: found.length })
}

type Form = Record<string, string | string[] | undefined>

function first(value: Form[string]): string {
  return (Array.isArray(value) ? value[0] : value) ?? ''
}

function outboundOf(form: Form): Outbound {
  return {
    to: first(form.To),
    from: first(form.From),
    body: first(form.Body),
    mediaUrls: [form.MediaUrl ?? []].flat(),
    statusCallback: first(form.StatusCallback) || null,
  }
}

function problemOf(form: Form): Problem | null {
  const [to, from, callback] = [first(form.To), first(form.From), first(form.StatusCallback)]
  const bad = (code: number, message: string) => ({ code, message, status: 400 })
  if (!to) return bad(21_604, "A 'To' phone number is required.")
  if (!isPhoneNumber(to)) return bad(21_211, `Invalid 'To' Phone Number: ${to}`)
  if (!from) return bad(21_603, "A 'From' phone number is required.")
  if (!isPhoneNumber(from)) return bad(21_212, `Invalid From Number (caller ID): ${from}`)
  if (to === from) return bad(21_266, "'To' and 'From' number cannot be the same")
  if (!first(form.Body) && !form.MediaUrl) return bad(21_602, 'Message body is required.')
  if (first(form.Body).length > 1600)
    return bad(21_617, 'The concatenated message body exceeds the 1600 character limit')
  if (callback && !URL.canParse(callback))
    return bad(21_609, `The 'StatusCallback' URL ${callback} is not a valid URL.`)
  if ([form.MediaUrl ?? []].flat().some((url) => !/^https?:/.test(url) || !URL.canParse(url)))
    return bad(21_620, 'Invalid media URL(s)')
  return null
}

function optedOutProblem(form: Form, carrier: Carrier): Problem | null {
  if (!carrier.isOptedOut(first(form.To), first(form.From))) return null
  return { code: 21_610, message: 'Attempt to send to unsubscribed recipient', status: 400 }
}

/** `To`, `From` and bounds of `DateSent`; a text that is not sent yet counts as of when it was taken. */
function matching(search: URLSearchParams): (text: Text) => boolean {
  const bound = (name: string) => (search.has(name) ? new Date(search.get(name) ?? '').getTime() : null)
  const [from, until] = [bound('DateSent>'), bound('DateSent<')]
  return (text) => {
    // The carrier's dates are whole seconds.
    const at = Math.floor((text.sentAt ?? text.createdAt).getTime() / 1000) * 1000
    if (search.has('To') && text.to !== search.get('To')) return false
    if (search.has('From') && text.from !== search.get('From')) return false
    return (from === null || at >= Math.floor(from / 1000) * 1000) && (until === null || at <= until)
  }
}

function isAuthentic(header: string | undefined, { accountSid, authToken }: SandboxConfig): boolean {
  const expected = Buffer.from(`${accountSid}:${authToken}`)
  const given = Buffer.from(/^Basic (.+)$/i.exec(header ?? '')?.[1] ?? '', 'base64')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function unknown(req: Request, res: Response): void {
  const path = req.originalUrl.replace(/^\/sandbox\/twilio/, '').split('?')[0] ?? accountPath('')
  refuse(res, { code: 20_404, message: `The requested resource ${path} was not found`, status: 404 })
}

function refuseAsTooMany(res: Response, retryAfterS: number): void {
  res.set('Retry-After', String(retryAfterS))
  refuse(res, { code: 20_429, message: 'Too Many Requests', status: 429 })
}

function refuse(res: Response, problem: Problem): void {
  res.status(problem.status).json(problemResource(problem))
}

function between(least: number, value: number, most: number): number {
  return Number.isInteger(value) ? Math.min(Math.max(value, least), most) : least
}
