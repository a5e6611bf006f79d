import express from 'express'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../../../../tests/support/postgres.ts'
import { serve, testIdentity, testServices } from '../../../../../tests/support/services.ts'
import { problemHandler } from '../../http/problem.ts'
import { securityHeaders } from '../../http/security-headers.ts'
import { chatPage } from './chat-page.ts'

let store: FreshDatabase
let server: Awaited<ReturnType<typeof serve>>
beforeAll(async () => {
  store = await freshDatabase()
  const parts = { ...testServices(store), identity: testIdentity({}) }
  const app = express()
  app.use(securityHeaders(parts.config.publicUrl))
  app.use(chatPage(parts))
  app.use(problemHandler(parts))
  server = await serve(app)
  await store.query(`insert into organizations (id, name, type, timezone, chat_sites) values
    ('o1', '<b>Cedar</b> & "Ridge"', 'medicalGroup', 'America/Chicago', '{https://cedar.test}'),
    ('o2', 'Lakeside', 'hospital', 'America/New_York', '{}'),
    ('o3', 'Harbor', 'hospital', 'America/New_York', '{https://harbor.test}')`)
})
afterAll(async () => {
  await server.close()
  await store.close()
})

const get = (path: string) => fetch(`${server.url}${path}`)

test("chat page can be framed only by the clinic's sites, and no inline script runs there [INBOX-02]", async () => {
  const page = await get('/chat/o1')
  const policy = page.headers.get('content-security-policy') ?? ''
  expect(policy.split('; ')).toContain("frame-ancestors 'self' https://cedar.test")
  expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'/)
  expect(policy).not.toContain('unsafe')
  expect(page.headers.get('x-frame-options')).toBeNull()
  expect([page.headers.get('x-content-type-options'), page.headers.get('cache-control')]).toEqual([
    'nosniff',
    'no-store',
  ])
  const html = await page.text()
  expect(html).not.toMatch(/<script(?![^>]* src=)|<style|style=|\son\w+=|<b>/)
  expect(html).toContain('Chat with &#60;b&#62;Cedar&#60;/b&#62; &#38; &#34;Ridge&#34;')
})

test("chat page of one clinic cannot be framed by another clinic's site [T46]", async () => {
  const policy = (await get('/chat/o3')).headers.get('content-security-policy') ?? ''
  expect(policy.split('; ')).toContain("frame-ancestors 'self' https://harbor.test")
})

test('chat page is 404 for a clinic without chat, an absent clinic and a foreign path, and cannot be framed [INBOX-02]', async () => {
  for (const path of [
    '/chat/o2',
    '/chat/absent',
    '/chat/%00',
    '/chat/assets/..%2fchat-page.ts',
    '/chat/assets/embed.js',
  ]) {
    const page = await get(path)
    expect(page.status, path).toBe(404)
    expect(page.headers.get('x-frame-options'), path).toBe('DENY')
    expect(page.headers.get('content-security-policy'), path).toContain("frame-ancestors 'none'")
  }
})

test("chat page's assets are all served, and other sites may load the embed script [INBOX-02]", async () => {
  const html = await (await get('/chat/o1')).text()
  const waiting = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path ?? '')
  const seen = new Set<string>()
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue
    seen.add(path)
    const asset = await get(path)
    expect([asset.status, asset.headers.get('content-type')], path).toEqual([
      200,
      path.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8',
    ])
    const text = await asset.text()
    if (!path.endsWith('socket.io.js'))
      for (const [, from = ''] of text.matchAll(/^import .* from '([^']+)'$/gm))
        waiting.push(new URL(from, `http://foyer.test${path}`).pathname)
  }
  expect([...seen].sort()).toContain('/chat/assets/socket.io.js')
  expect(seen.size).toBeGreaterThanOrEqual(10)
  const embed = await get('/chat/embed.js')
  expect(embed.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  expect(embed.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
})
