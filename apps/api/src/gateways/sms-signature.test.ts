import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { isSignedByCarrier } from './sms-signature.ts'

interface Vector {
  id: string
  auth_token: string
  url: string
  params: Record<string, string | string[]>
  form_body?: string
  body?: string
  signature: string
  valid: boolean
}
const read = (name: string) =>
  JSON.parse(readFileSync(`${import.meta.dirname}/../../../../tests/data/webhooks/${name}`, 'utf8')) as Vector[]

// Vectors with a body sign JSON, which none of these webhooks uses.
const vectors = read('twilio-signature-vectors.json').filter(({ body }) => body === undefined)
const texts = read('twilio-inbound-sms.json')

describe("carrier's signature", () => {
  test.each(vectors)('matches published vector $id [OPEN-101]', ({ auth_token, url, params, signature, valid }) => {
    expect(isSignedByCarrier(auth_token, { signature, url, posted: params })).toBe(valid)
  })

  test.each(texts)(
    'matches inbound text $id with its decoded form [OPEN-101]',
    ({ auth_token, url, form_body, signature, valid }) => {
      const posted = Object.fromEntries(new URLSearchParams(form_body))
      expect(isSignedByCarrier(auth_token, { signature, url, posted })).toBe(valid)
      expect(isSignedByCarrier(auth_token, { signature, url, posted: { ...posted, Body: `${posted.Body}!` } })).toBe(
        false,
      )
      expect(isSignedByCarrier('another token', { signature, url, posted })).toBe(false)
    },
  )

  test('is invalid when it is missing', () => {
    for (const signature of [undefined, ''])
      expect(isSignedByCarrier('t', { signature, url: 'https://foyer.test/', posted: {} })).toBe(false)
  })
})
