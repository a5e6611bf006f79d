import { readEnvironment } from '@foyer/contracts/environment.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { lookerEnvironment, lookerOf, SANDBOX_LOOKER_SECRET } from './looker-config.ts'

const read = (env: Record<string, string> = {}, around = {}) =>
  lookerOf(readEnvironment(z.object(lookerEnvironment), env), {
    ...{ production: false, publicUrl: 'http://localhost:4000', hasCarrier: false, ...around },
  })
const OWN = { LOOKER_BASE_URL: 'https://bi.example', LOOKER_EMBED_SECRET: 'a-secret-of-the-clinic' }

test('the sandbox is the BI service without settings, and there is none in production or beside a real carrier', () => {
  expect(read()).toEqual({
    ...{ baseUrl: 'http://localhost:4000/sandbox/looker', secret: SANDBOX_LOOKER_SECRET, models: ['clinic'] },
  })
  expect([read({}, { production: true }), read({}, { hasCarrier: true })]).toEqual([null, null])
})

test('an own BI service needs its address and its secret, and in production https and no known secret', () => {
  expect(read({ ...OWN, LOOKER_MODELS: 'clinic,billing' })).toMatchObject({ models: ['clinic', 'billing'] })
  for (const name of ['LOOKER_BASE_URL', 'LOOKER_EMBED_SECRET'] as const)
    expect(() => read({ ...OWN, [name]: '' }), name).toThrow(`${name} must be set too`)
  const known = { ...OWN, LOOKER_EMBED_SECRET: SANDBOX_LOOKER_SECRET }
  expect(() => read(known, { production: true })).toThrow("sandbox's")
  expect(() => read({ ...OWN, LOOKER_BASE_URL: 'http://bi.example' }, { production: true })).toThrow('https')
})
