/** The BI service under /sandbox/looker: it signs in by a signed address and shows a page that says who is signed in. */
import { randomUUID } from 'node:crypto'
import express, { type Response, type Router } from 'express'
import { read } from '../read.ts'
import { type LookerSwitch, lookerBehaviourSchema } from './behaviour.ts'
import type { AddressCheck, SignedIn } from './check-address.ts'

const SLOW_MS = 3000
const SESSION_COUNT_MAX = 100

interface LookerDependencies {
  readonly publicUrl: string
  readonly behaviour: LookerSwitch
  readonly address: AddressCheck
  readonly sleep: (ms: number, then: () => void) => void
}

export function lookerRoutes({ publicUrl, behaviour, address, sleep }: LookerDependencies): Router {
  const router = express.Router()
  /** The frame's sandbox may keep it without cookies, so the address of its page names the session. */
  const sessions = new Map<string, SignedIn>()

  router.get('/login/embed/:target', (req, res) => {
    const { answer } = behaviour.now()
    if (answer === 'down') return void res.status(503).type('text').send('The BI service is down.')
    const [, target = ''] = /\/login\/embed\/([^?]*)/.exec(req.originalUrl) ?? []
    const signedIn = address.check({ host: new URL(publicUrl).host, target, query: req.query })
    if (signedIn === null || answer === 'expired') return refuse(res)
    const id = randomUUID()
    sessions.set(id, signedIn)
    const [oldest] = sessions.keys()
    if (sessions.size > SESSION_COUNT_MAX && oldest !== undefined) sessions.delete(oldest)
    const go = () => void res.redirect(302, `${publicUrl}/sandbox/looker/dashboards/${id}`)
    if (answer === 'slow') return sleep(SLOW_MS, go)
    go()
  })

  router.get('/dashboards/:session', (req, res) => {
    const signedIn = sessions.get(req.params.session)
    if (!signedIn) return refuse(res)
    res.set('Content-Security-Policy', framedBy(signedIn.embedDomain))
    res.type('html').send(page(signedIn, behaviour.now().silent))
  })

  router.get('/tile.js', (_req, res) => void res.type('js').send(SCRIPT))
  return router
}

/** Behind the sandbox's own paths. */
export function lookerBehaviourRoutes(behaviour: LookerSwitch): Router {
  const router = express.Router()
  router.get('/looker-behaviour', (_req, res) => void res.json(behaviour.now()))
  router.post('/looker-behaviour', express.json({ limit: '4kb' }), (req, res) => {
    const change = read(lookerBehaviourSchema.partial(), req.body, res)
    if (!change) return
    const { answer, silent } = change
    res.json(behaviour.change({ ...(answer !== undefined && { answer }), ...(silent !== undefined && { silent }) }))
  })
  return router
}

function refuse(res: Response): void {
  res.status(401).type('text').send('This address does not work: it was changed, used before, or is too old.')
}

function framedBy(origin: string): string {
  const ancestor = /^https?:\/\/[\w.:-]+$/.test(origin) ? origin : "'none'"
  return `default-src 'none'; script-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors ${ancestor}`
}

/** Looker's pages tell the page around them what happens in them. */
const SCRIPT = `const { origin } = document.body.dataset
if (origin) parent.postMessage(JSON.stringify({ type: 'dashboard:loaded' }), origin)
`

function page({ user, attributes, embedDomain, path }: SignedIn, silent: boolean): string {
  const said = Object.entries(attributes).map(([name, value]) => `<li>${text(name)}: ${text(value)}</li>`)
  const tiles = ['Visits by day', 'No-shows by location', 'Claims by payer'].map(
    (title) => `<section><h2>${title}</h2><p>of ${text(attributes.organization_id ?? '')}</p></section>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Dashboard</title>
<link rel="stylesheet" href="/sandbox/colours.css"><script defer src="/sandbox/looker/tile.js"></script></head>
<body data-origin="${silent ? '' : text(embedDomain)}"><main><h1>${text(path)}</h1><p>Signed in as ${text(user)}</p>
<ul>${said.join('')}</ul>${tiles.join('')}</main></body></html>`
}

function text(words: string): string {
  return String(words).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
