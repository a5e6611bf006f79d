/**
 * The outside world for demos and tests: a carrier that speaks Twilio's wire, phones to text from and to read on, an e-mail service
 * that speaks SendGrid's, a fax service that speaks Sinch's, and a busy morning of made-up patients.
 * It keeps everything in memory and shows it to anyone who can reach it, so it does not run with NODE_ENV=production.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import express, { type ErrorRequestHandler, type Express } from 'express'
import { createBehaviour, GOOD_BEHAVIOUR } from './carrier/behaviour.ts'
import { createCarrier } from './carrier/carrier.ts'
import { createCourier } from './carrier/courier.ts'
import { createLedger } from './carrier/ledger.ts'
import { createMediaStore } from './carrier/media-store.ts'
import { twilioRoutes } from './carrier/twilio.routes.ts'
import { type Clock, createTimers } from './clock.ts'
import type { SandboxConfig } from './config.ts'
import { DEMO_DIRECTORY, type Directory } from './directory.ts'
import { createFaxBehaviour, GOOD_FAX_BEHAVIOUR } from './fax/behaviour.ts'
import { createFaxCourier } from './fax/courier.ts'
import { faxesRoutes } from './fax/faxes.routes.ts'
import { createMachine } from './fax/machine.ts'
import { sinchRoutes } from './fax/sinch.routes.ts'
import { createGoogleBehaviour, GOOD_GOOGLE_BEHAVIOUR } from './google/behaviour.ts'
import { createBook } from './google/book.ts'
import { googleRoutes } from './google/google.routes.ts'
import { createPusher } from './google/push.ts'
import { googleReviewRoutes } from './google/reviews.routes.ts'
import type { SandboxLog } from './log.ts'
import { createLookerBehaviour } from './looker/behaviour.ts'
import { createAddressCheck } from './looker/check-address.ts'
import { lookerBehaviourRoutes, lookerRoutes } from './looker/looker.routes.ts'
import { mailsRoutes } from './mail/mails.routes.ts'
import { createPostbox } from './mail/postbox.ts'
import { sendgridRoutes } from './mail/sendgrid.routes.ts'
import type { Cast } from './morning/cast.ts'
import { morningRoutes } from './morning/morning.routes.ts'
import { createMorning, type Morning } from './morning/morning.ts'
import { PICTURES } from './morning/timeline.rules.ts'
import { createVisitors } from './morning/visitors.ts'
import { phonesRoutes } from './phones.routes.ts'
import { createStream } from './stream.ts'

export interface SandboxDependencies {
  readonly config: SandboxConfig
  readonly clock: Clock
  readonly log: SandboxLog
  readonly directory?: Directory
  /** The people of the busy morning; without them there is none. */
  readonly cast?: () => Cast
  /** A UUID: a message's sid is made of its 32 digits. */
  newId(): string
}

export interface Sandbox {
  /** Answers /sandbox and /healthz. */
  readonly app: Express
  /** Null without a cast. */
  readonly morning: Morning | null
  start(): void
  /** Drops what is under way and ends the streams, so that the server can close. */
  stop(): void
}

export function createSandbox(parts: SandboxDependencies): Sandbox {
  const { config, clock, log, newId, directory = DEMO_DIRECTORY, cast } = parts
  const timers = createTimers(clock)
  const ledger = createLedger(config.textsMax)
  const behaviour = createBehaviour()
  const courier = createCourier({ config, timers, log })
  const mediaStore = createMediaStore({ config, newId })
  const carrier = createCarrier({ config, timers, ledger, behaviour, courier, mediaStore, newId })
  const postbox = createPostbox()
  const faxBehaviour = createFaxBehaviour()
  const faxCourier = createFaxCourier({ config, timers, log })
  const machine = createMachine({ config, timers, behaviour: faxBehaviour, courier: faxCourier, newId })
  const lookerBehaviour = createLookerBehaviour()
  const lookerAddress = createAddressCheck(config.lookerSecret, () => clock.now())
  const book = createBook(timers, config.googleFile)
  const googleBehaviour = createGoogleBehaviour()
  const pusher = createPusher({ config, clock: timers, log, behaviour: googleBehaviour, newId })
  const morningTimers = createTimers(clock)
  const morning = cast
    ? createMorning({
        ...{ cast, carrier, ledger, mediaStore, log, timers: morningTimers },
        visitors: createVisitors({ apiUrl: config.apiUrl, timers: morningTimers, newId }),
        pictures: PICTURES.map((name) => readFileSync(path.join(import.meta.dirname, 'morning/pictures', name))),
      })
    : null
  const stream = createStream({
    ledger,
    behaviour,
    postbox,
    machine,
    faxBehaviour,
    morning,
    timers: createTimers(clock),
  })

  const drop = () => {
    timers.clear()
    courier.clear()
    carrier.clear()
  }
  const reset = () => {
    morning?.stop()
    drop()
    ledger.clear()
    mediaStore.clear()
    postbox.clear()
    behaviour.change(GOOD_BEHAVIOUR)
    machine.clear()
    faxBehaviour.change(GOOD_FAX_BEHAVIOUR)
    googleBehaviour.change(GOOD_GOOGLE_BEHAVIOUR)
    book.clear()
    lookerBehaviour.clear()
    lookerAddress.clear()
  }

  const app = express()
  app.disable('x-powered-by')
  app.get('/healthz', (_req, res) => void res.json({ ok: true }))
  app.use('/sandbox', (_req, res, next) => {
    res.set(HEADERS)
    next()
  })
  app.use('/sandbox/twilio', twilioRoutes({ config, timers, ledger, carrier, behaviour, mediaStore }))
  app.use('/sandbox/sendgrid', sendgridRoutes({ config, clock: timers, postbox, newId }))
  app.use('/sandbox/sinch', sinchRoutes({ config, clock: timers, machine, behaviour: faxBehaviour }))
  app.use(
    '/sandbox/looker',
    lookerRoutes({
      ...{ publicUrl: config.publicUrl, behaviour: lookerBehaviour, address: lookerAddress },
      sleep: (ms, then) => void timers.after(ms, then),
    }),
  )
  app.use('/sandbox', lookerBehaviourRoutes(lookerBehaviour))
  app.use('/sandbox', googleReviewRoutes({ clock: timers, book, behaviour: googleBehaviour, pusher }))
  app.use('/sandbox/google', googleRoutes({ config, clock: timers, book, behaviour: googleBehaviour, pusher }))
  app.get('/sandbox/stream', stream.handler)
  app.use('/sandbox', mailsRoutes(postbox, config))
  app.use('/sandbox', faxesRoutes(machine, faxBehaviour))
  app.use('/sandbox', phonesRoutes({ ledger, carrier, behaviour, mediaStore, directory, reset }))
  app.use('/sandbox', morningRoutes({ morning, newSeed: newId }))
  app.get('/sandbox', (_req, res) => res.sendFile('index.html', { root: PAGE, cacheControl: false }))
  app.use('/sandbox', express.static(PAGE, { index: false, cacheControl: false }))
  app.use((_req, res) => void res.status(404).json({ code: 'error', message: 'Not found.' }))
  app.use(answerErrors)
  return {
    app,
    morning,
    start: () => log.info({ publicUrl: config.publicUrl, apiUrl: config.apiUrl }, 'the sandbox is the carrier'),
    stop() {
      morning?.stop()
      drop()
      stream.stop()
    },
  }
}

const PAGE = path.join(import.meta.dirname, 'page')

const HEADERS = {
  'Content-Security-Policy':
    "default-src 'self'; base-uri 'none'; object-src 'none'; form-action 'self'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
}

/** A body that can't be read is the sender's fault; it is not repeated. */
const answerErrors: ErrorRequestHandler = (error: { status?: number; expose?: boolean }, _req, res, next) => {
  if (res.headersSent) return next(error)
  const status = error.expose && error.status ? error.status : 500
  res.status(status).json({ code: 'error', message: status < 500 ? 'The body can not be read.' : 'Something broke.' })
}
