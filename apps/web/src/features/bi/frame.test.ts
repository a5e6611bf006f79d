import { expect, test } from 'vitest'
import { hasLoaded, sandboxOf } from './frame.rules.ts'

const OWN = 'https://clinic.test'
const FOREIGN = 'https://bi.test/login/embed/x'
const LOADED = JSON.stringify({ type: 'dashboard:loaded' })

test('a frame of our own origin gets an origin of its own, and that of another keeps its own', () => {
  expect(sandboxOf(`${OWN}/sandbox/looker/x`, OWN)).not.toContain('allow-same-origin')
  expect(sandboxOf(FOREIGN, OWN)).toContain('allow-same-origin')
})

test('only the service itself is believed to have loaded', () => {
  const heard = (data: unknown, origin: string, url = FOREIGN) => hasLoaded({ data, origin }, { url, own: OWN })
  expect([heard(LOADED, 'https://bi.test'), heard(JSON.parse(LOADED), 'https://bi.test')]).toEqual([true, true])
  expect([heard(LOADED, 'https://evil.test'), heard(LOADED, 'null'), heard(LOADED, OWN)]).toEqual([false, false, false])
  expect([heard('{', 'https://bi.test'), heard('{"type":"other"}', 'https://bi.test')]).toEqual([false, false])
  expect(heard(LOADED, 'null', `${OWN}/sandbox/looker/x`)).toBe(true)
})
