import { expect, test } from 'vitest'
import { SECRET } from '../../test/fake-api.ts'
import { createManualClock } from '../../test/manual-clock.ts'
import { sign } from '../../test/world.ts'
import { createAcceptedIds } from './accepted-ids.ts'
import { verifyWebhook } from './webhook.ts'

const NOW = new Date('2026-11-17T15:00:00.000Z')
const OTHER = `whsec_${Buffer.alloc(32, 9).toString('base64')}`

function verify(body: string, headers: ReturnType<typeof sign>, secrets = [SECRET]) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = headers
  return verifyWebhook(Buffer.from(body), { id, timestamp, signature }, secrets, NOW)
}

test('verifyWebhook accepts the example of the Standard Webhooks specification [OPEN-096]', () => {
  const headers = {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestamp: '1614265330',
    signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  }
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const body = Buffer.from('{"test": 2432232314}')
  expect(verifyWebhook(body, headers, [secret], new Date(1_614_265_330_000))).toBe('ok')
})

test('verifyWebhook accepts either of two secrets, and one good signature among several [OPEN-096]', () => {
  expect(verify('{}', sign('{}', { at: NOW, secret: OTHER }), [SECRET, OTHER])).toBe('ok')
  expect(verify('{}', sign('{}', { at: NOW, secret: OTHER }))).toBe('bad_signature')
  const headers = sign('{}', { at: NOW })
  const several = `v1,AAAA v1a,zzz ${headers['webhook-signature']}`
  expect(verify('{}', { ...headers, 'webhook-signature': several })).toBe('ok')
})

test('verifyWebhook refuses another body, id, time or scheme [OPEN-096]', () => {
  const headers = sign('{}', { at: NOW })
  expect(verify('{ }', headers)).toBe('bad_signature')
  expect(verify('{}', { ...headers, 'webhook-id': 'another' })).toBe('bad_signature')
  expect(verify('{}', { ...headers, 'webhook-timestamp': '1' })).toBe('bad_signature')
  const v2 = headers['webhook-signature'].replace('v1,', 'v2,')
  expect(verify('{}', { ...headers, 'webhook-signature': v2 })).toBe('bad_signature')
  expect(verifyWebhook(Buffer.from('{}'), { id: 'a', timestamp: '1', signature: undefined }, [SECRET], NOW)).toBe(
    'bad_signature',
  )
})

test.each([
  [-300, 'ok'],
  [300, 'ok'],
  [-301, 'clock_skew'],
  [301, 'clock_skew'],
])('verifyWebhook answers for a time %i s from now: %s [OPEN-096]', (seconds, verdict) => {
  expect(verify('{}', sign('{}', { at: new Date(NOW.getTime() + seconds * 1000) }))).toBe(verdict)
})

test('accepted id is remembered for longer than its signature is valid [OPEN-096]', () => {
  const clock = createManualClock()
  const ids = createAcceptedIds(clock)
  ids.add('first')
  clock.advance(599_999)
  ids.add('second')
  expect(ids.has('first')).toBe(true)
  clock.advance(1)
  ids.add('third')
  expect([ids.has('first'), ids.has('second')]).toEqual([false, true])
})
