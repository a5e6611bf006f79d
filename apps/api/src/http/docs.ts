/** The calls on one readable page: plain HTML without a script. */
import type { AnyCall } from '@foyer/contracts/call.ts'
import { Router } from 'express'
import { z } from 'zod'
import { printOpenApi } from './openapi.ts'

export function docsRoutes(calls: Readonly<Record<string, AnyCall>>, serverUrl: string): Router {
  const router = Router()
  const document = printOpenApi(calls, serverUrl)
  const page = printPage(calls)
  router.get('/api/openapi.json', (_req, res) => {
    res.locals.path = '/api/openapi.json'
    res.json(document)
  })
  router.get('/api/docs', (_req, res) => {
    res.locals.path = '/api/docs'
    res.type('html').send(page)
  })
  router.get('/api/docs/style.css', (_req, res) => {
    res.locals.path = '/api/docs/style.css'
    res.type('css').send(STYLE)
  })
  return router
}

function printPage(calls: Readonly<Record<string, AnyCall>>): string {
  const services = Map.groupBy(Object.entries(calls), ([, { path }]) => path.split('/')[2] ?? '')
  const sections = [...services].map(
    ([service, entries]) => `<section><h2>${asText(service)}</h2>${entries.map(printCall).join('')}</section>`,
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Foyer: the calls</title><link rel="stylesheet" href="/api/docs/style.css"></head>
<body><main><h1>Foyer: the calls</h1>
<p>The same as data: <a href="/api/openapi.json">OpenAPI 3.1</a>. An error is
<code>{ "code": "error", "reason", "message", "requestId" }</code>; with reason <code>not_valid</code> its
<code>issues</code> name the fields.</p>
${sections.join('\n')}</main></body></html>`
}

function printCall([name, call]: [string, AnyCall]): string {
  const isForm = call.form || call.files !== undefined
  const parts = { Path: call.params, Query: call.query, [isForm ? 'Form' : 'Body']: call.body, Reply: call.reply }
  const shapes = Object.entries(parts).flatMap(([title, schema]) => {
    if (schema instanceof z.ZodUndefined || isEmpty(schema)) return []
    const shape = z.toJSONSchema(schema, { io: title === 'Reply' ? 'output' : 'input', unrepresentable: 'any' })
    return [printJson(title, { ...shape, $schema: undefined })]
  })
  const example = Object.keys(call.example).length === 0 ? '' : printJson('Example', call.example)
  return `<details id="${asText(name)}"><summary><b>${call.method}</b> <code>${asText(call.path)}</code>
<span>${asText(call.access)}</span></summary><p>${asText(call.summary)}${
    call.organization === 'header' ? ' The header <code>organizationid</code> names the organization.' : ''
  }${call.idempotent ? ' Takes <code>Idempotency-Key</code>.' : ''}${
    call.files
      ? ` Takes <code>multipart/form-data</code> with up to ${call.files.most} files in parts <code>${asText(call.files.part)}</code>.`
      : ''
  }</p>${shapes.join('')}${example}</details>`
}

function printJson(title: string, value: unknown): string {
  return `<h4>${title}</h4><pre tabindex="0">${asText(JSON.stringify(value, null, 2))}</pre>`
}

function isEmpty(schema: z.ZodType): boolean {
  return schema instanceof z.ZodObject && Object.keys(schema.shape).length === 0
}

function asText(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

const STYLE = `:root { color-scheme: light dark; font: 16px/1.5 Roboto, system-ui, sans-serif }
body { margin: 0 } main { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem }
h2 { margin-top: 2.5rem; text-transform: capitalize }
details { border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent); padding: .5rem 0 }
summary { cursor: pointer } summary span { float: right; opacity: .7 }
pre { overflow: auto; padding: .75rem; border-radius: .5rem; background: color-mix(in srgb, currentColor 7%, transparent) }
`
