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

// Those with a body sign JSON, which none of our webhooks is.
const vectors = read('twilio-signature-vectors.json').filter(({ body }) => body === undefined)
const texts = read('twilio-inbound-sms.json')

describe("the carrier's signature", () => {
  test.each(vectors)('[OPEN-101] published vector $id', ({ auth_token, url, params, signature, valid }) => {
    expect(isSignedByCarrier(auth_token, { signature, url, posted: params })).toBe(valid)
  })

  test.each(texts)(
    '[OPEN-101] inbound text $id, as its form is decoded',
    ({ auth_token, url, form_body, signature, valid }) => {
      const posted = Object.fromEntries(new URLSearchParams(form_body))
      expect(isSignedByCarrier(auth_token, { signature, url, posted })).toBe(valid)
      expect(isSignedByCarrier(auth_token, { signature, url, posted: { ...posted, Body: `${posted.Body}!` } })).toBe(
        false,
      )
      expect(isSignedByCarrier('another token', { signature, url, posted })).toBe(false)
    },
  )

  test('none at all is none', () => {
    for (const signature of [undefined, ''])
      expect(isSignedByCarrier('t', { signature, url: 'https://foyer.test/', posted: {} })).toBe(false)
  })
})
