/** Serves the chat page and the script that embeds it in a clinic's site, as static files. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { organizationId as organizationIdSchema } from '@foyer/contracts/fields.ts'
import { type Response, Router } from 'express'
import type { Tx } from '../../db/tx.ts'
import { asText } from '../../http/html.rules.ts'
import { notFound } from '../../http/refusal.ts'
import type { Services } from '../../services.ts'
import type { PublicPage } from '../module.ts'
import { findChatClinic } from '../organizations/organizations.ts'
import { frameAncestors } from './sites.rules.ts'

const FOLDER = path.join(import.meta.dirname, 'page')
const SCRIPTS = ['page.js', 'api.js', 'chat.js', 'live.js', 'outbox.js', 'store.js', 'thread.js', 'view.js'] as const
/** A new build reaches every browser within minutes. */
const KEPT = 'public, max-age=300'

export function chatPage({ database }: Pick<Services, 'database'>): Router {
  const embed = read('embed.js')
  const assets = new Map([
    ...SCRIPTS.map((name) => [name, { type: 'js', text: read(name) }] as const),
    ['page.css', { type: 'css', text: read('page.css') }],
    ['socket.io.js', { type: 'js', text: readFileSync(socketIo(), 'utf8') }],
  ])
  const router = Router()

  router.get('/chat/embed.js', (_req, res) => {
    res.locals.path = '/chat/embed.js'
    // Clinics' pages load it, and they are other sites.
    res.set({ 'Cache-Control': KEPT, 'Cross-Origin-Resource-Policy': 'cross-origin' }).type('js').send(embed)
  })

  router.get('/chat/assets/:name', (req, res) => {
    res.locals.path = '/chat/assets/:name'
    const asset = assets.get(req.params.name)
    if (!asset) throw notFound()
    res.set('Cache-Control', KEPT).type(asset.type).send(asset.text)
  })

  router.get('/chat/:organizationId', async (req, res) => {
    res.locals.path = '/chat/:organizationId'
    const named = organizationIdSchema.safeParse(req.params.organizationId)
    if (!named.success) throw notFound()
    const organizationId = named.data
    const clinic = await database.read(organizationId, (tx) => findChatClinic(tx, organizationId), 'visitor')
    if (!clinic || clinic.sites.length === 0) throw notFound()
    allowFrames(res, frameAncestors(clinic.sites))
    res.type('html').send(print({ organizationId, clinic: clinic.name }))
  })

  return router
}

/** The page of a clinic that names the sites on which its chat may stand. */
export async function listChatPages(tx: Tx, organizationId: string): Promise<readonly PublicPage[]> {
  const clinic = await findChatClinic(tx, organizationId)
  const isThere = clinic !== undefined && clinic.sites.length > 0
  return isThere ? [{ path: `/chat/${encodeURIComponent(organizationId)}`, changedAt: null }] : []
}

/** The only page of ours that other sites may frame: those that the clinic lists. */
function allowFrames(res: Response, ancestors: string) {
  const policy = {
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'connect-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': ancestors,
    'require-trusted-types-for': "'script'",
    'trusted-types': "'none'",
  }
  const words = Object.entries(policy).map((directive) => directive.join(' '))
  res.removeHeader('X-Frame-Options')
  res.set('Content-Security-Policy', words.join('; '))
}

/** Send waits for the scripts: before they handle the form, its submission would go to the server. */
function print({ organizationId, clinic }: { organizationId: string; clinic: string }): string {
  const [id, name] = [asText(organizationId), asText(clinic)]
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Chat with ${name}</title><link rel="stylesheet" href="/chat/assets/page.css">
<script type="module" src="/chat/assets/page.js"></script></head>
<body data-organization="${id}" data-clinic="${name}"><main>
<header><div><h1>Chat with ${name}</h1><p id="state" role="status">Connecting</p></div>
<button id="close" class="quiet" type="button" hidden>Close</button></header>
<div id="log" role="log" aria-label="Messages" tabindex="0"></div>
<div id="answers" role="group" aria-label="Answers" hidden></div>
<form id="write"><div><label for="text">Your message</label>
<textarea id="text" rows="1" maxlength="1600" required autocomplete="off"></textarea></div>
<button id="send" type="submit" disabled>Send</button></form>
<div class="foot"><p class="hint">In an emergency call 911.</p>
<button id="forget" class="quiet" type="button" hidden>Remove this chat from this device</button></div>
</main></body></html>`
}

function read(name: string): string {
  return readFileSync(path.join(FOLDER, name), 'utf8')
}

/** The browser bundle of the Socket.IO client, in the version that the relay speaks. */
function socketIo(): string {
  const require = createRequire(import.meta.url)
  return path.join(path.dirname(require.resolve('socket.io-client/package.json')), 'dist/socket.io.esm.min.js')
}
