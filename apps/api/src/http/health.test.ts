import express from 'express'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { ask } from '../../../../tests/support/plain-http.ts'
import { serve } from '../../../../tests/support/services.ts'
import type { Services } from '../services.ts'
import { healthRoutes } from './health.ts'

async function readiness({ answers = true, isStopping = false }) {
  const ping = async () => {
    if (!answers) throw new Error('The store is away.')
  }
  const parts = { database: { ping } as Services['database'], metrics: new Registry() }
  const stopping = new AbortController()
  if (isStopping) stopping.abort()
  const server = await serve(express().use(healthRoutes(parts, stopping.signal)))
  const { status, headers, text } = await ask(`${server.url}/readyz`)
  await server.close()
  return { code: status, retryAfter: headers.get('retry-after'), ...JSON.parse(text) }
}

test('readiness is 503 with a Retry-After while the store is away or the process drains', async () => {
  expect(await readiness({})).toEqual({ code: 200, status: 'ok', retryAfter: null })
  expect(await readiness({ answers: false })).toEqual({ code: 503, status: 'no store', retryAfter: '1' })
  expect(await readiness({ isStopping: true })).toEqual({ code: 503, status: 'draining', retryAfter: '1' })
})
