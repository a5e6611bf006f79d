import { calls } from '@foyer/contracts/calls.ts'
import express from 'express'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serve } from '../../../../tests/support/services.ts'
import { docsRoutes } from './docs.ts'
import { securityHeaders } from './security-headers.ts'

const start = (publicUrl: string) => {
  const app = express()
  app.use(securityHeaders(publicUrl))
  app.use(docsRoutes(calls, publicUrl))
  return serve(app)
}
let api: { url: string; close(): Promise<void> }
beforeAll(async () => {
  api = await start('https://foyer.test')
})
afterAll(() => api.close())

test('OpenAPI lists every call of the contracts with its input and access [DESIGN-03]', async () => {
  const document = JSON.parse(await (await fetch(`${api.url}/api/openapi.json`)).text())
  expect(document.openapi).toBe('3.1.0')
  for (const { path, method } of Object.values(calls)) {
    const written = path.replaceAll(/:(\w+)/g, '{$1}')
    expect(document.paths[written]?.[method.toLowerCase()], `${method} ${path}`).toBeDefined()
  }
  const send = document.paths['/api/inbox/send-message'].post
  expect(send.security).toEqual([{ bearer: [] }])
  expect(send.requestBody.content['application/json'].schema.required).toContain('message')
  expect(send.requestBody.content['application/json'].example).toEqual(calls.sendMessage.example.body)
  expect(send.parameters.map((one: { name: string }) => one.name)).toEqual(['Idempotency-Key'])
  const campaign = document.paths['/api/campaign/common/send-notification'].post
  expect(campaign.security).toEqual([{ bearer: [], accessToken: [], userId: [] }])
  const form = document.paths['/api/inbox/send-message-file'].post.requestBody.content['multipart/form-data'].schema
  expect(form.properties.attachments).toMatchObject({ type: 'array', items: { type: 'string', format: 'binary' } })
  expect(form.required).toContain('conversationId')
  const list = document.paths['/api/inbox/conversations'].get
  expect(list.parameters.map((one: { name: string }) => one.name)).toContain('organizationId')
  expect(document.paths['/api/auth/login'].post.requestBody.content).toHaveProperty([
    'application/x-www-form-urlencoded',
  ])
})

test('docs page lists every call, without a script and under a strict policy [DESIGN-03]', async () => {
  const answer = await fetch(`${api.url}/api/docs`)
  const page = await answer.text()
  for (const { path } of Object.values(calls)) expect(page).toContain(`<code>${path}</code>`)
  expect(page).toContain('Please bring the card.')
  expect(page).not.toMatch(/<script|<style| style=| on\w+=/)
  const policy = answer.headers.get('content-security-policy')
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toContain('unsafe')
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect((await fetch(`${api.url}/api/docs/style.css`)).headers.get('content-type')).toContain('text/css')
})

test('strict transport security is sent with https only', async () => {
  const plain = await start('http://localhost:4000')
  const told = async (url: string) => (await fetch(`${url}/api/docs`)).headers.get('strict-transport-security')
  expect([await told(api.url), await told(plain.url)]).toEqual([expect.stringMatching(/^max-age=\d{8}/), null])
  await plain.close()
})
