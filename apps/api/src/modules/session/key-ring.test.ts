import { exportJWK, generateKeyPair, type JWTVerifyGetKey } from 'jose'
import { expect, test } from 'vitest'
import { createKeyRing, createVerifiedTokens } from './key-ring.ts'

test('no more tokens are kept than there is room for: the oldest goes', () => {
  const tokens = createVerifiedTokens(2)
  for (const name of ['first', 'second', 'second', 'third']) tokens.keep(name, { sub: name })
  expect(['first', 'second', 'third'].map(tokens.find)).toEqual([undefined, { sub: 'second' }, { sub: 'third' }])
})

test('[SEC-01] [CALL-SESSION-04] a key of another process is found, also by a clock that was put back since the keys were read', async () => {
  const jwks = async (kid: string) => ({ ...(await exportJWK((await generateKeyPair('EdDSA')).publicKey)), kid })
  const [first, second] = [await jwks('first'), await jwks('second')]
  let now = 24 * 60 * 60_000
  const answers = [[first], [first, second]]
  const ring = createKeyRing(async () => ({ keys: (answers.shift() ?? []) as never }), { now: () => new Date(now) })
  const find = (kid: string) => ring.keysFor({ alg: 'EdDSA', kid }, { payload: '', signature: '' })
  await find('first')
  now = 0
  expect((await find('second')).key).toMatchObject({ type: 'public' })
})

test('[SEC-01] what keys have verified goes with them, also while the next ones are only on their way', async () => {
  let now = 0
  const jwkOf = async (kid: string) => ({ ...(await exportJWK((await generateKeyPair('EdDSA')).publicKey)), kid })
  let answer: (keys: object[]) => void = () => undefined
  const ring = createKeyRing(() => new Promise((resolve) => (answer = (keys) => resolve({ keys: keys as never }))), {
    now: () => new Date(now),
  })
  const keysFor = (kid: string) =>
    ring.keysFor(
      ...([
        { alg: 'EdDSA', kid },
        { payload: '', signature: '' },
      ] as Parameters<JWTVerifyGetKey>),
    )

  const [first, second] = [await jwkOf('first'), await jwkOf('second')]
  const asked = keysFor('first')
  expect(ring.findVerified('token')).toBeUndefined()
  answer([first])
  const { keys } = await asked
  keys.verified.keep('token', { sub: 'lena' })
  expect(ring.findVerified('token')).toEqual({ sub: 'lena' })

  now = 2000
  const later = keysFor('second')
  // Once the old ones turned out not to know it.
  await Promise.resolve()
  await expect.poll(() => ring.findVerified('token')).toBeUndefined()
  // What was on its way with the old ones is of no use to the next.
  keys.verified.keep('token', { sub: 'lena' })
  answer([second])
  await later
  expect(ring.findVerified('token')).toBeUndefined()
})
