/** A small page for people without an account: one sentence and at most a form. It has no script and names no patient. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Response, Router } from 'express'
import { asText } from '../html.rules.ts'

const CSS = readFileSync(path.join(import.meta.dirname, 'page.css'), 'utf8')

/** Serves the style of the pages below `/v`, `/s` or `/u`, so that an edge that leads only this path to the API has it too. */
export function pageStyle(below: string): Router {
  const router = Router()
  router.get(`${below}/page.css`, (_req, res) => {
    res.locals.path = `${below}/page.css`
    res.set('Cache-Control', 'public, max-age=300').type('css').send(CSS)
  })
  return router
}

interface Page {
  readonly below: string
  readonly title: string
  readonly words: string
  /** HTML. */
  readonly form?: string
}

export function sendPage(res: Response, status: number, { below, title, words, form = '' }: Page): void {
  res
    .set({ 'X-Robots-Tag': 'noindex', 'Referrer-Policy': 'no-referrer', 'Cache-Control': 'no-store' })
    .status(status)
    .type('html')
    .send(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${asText(title)}</title><link rel="stylesheet" href="${below}/page.css"></head>
<body><main><h1>${asText(title)}</h1><p>${asText(words)}</p>${form}</main></body></html>`)
}
