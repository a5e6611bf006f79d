import { exportJWK, generateKeyPair, type JWTVerifyGetKey } from 'jose'
import { expect, test } from 'vitest'
import { createKeyRing, createVerifiedTokens } from './key-ring.ts'

test('verified tokens drop the oldest when they are full', () => {
  const tokens = createVerifiedTokens(2)
  for (const name of ['first', 'second', 'second', 'third']) tokens.keep(name, { sub: name })
  expect(['first', 'second', 'third'].map(tokens.find)).toEqual([undefined, { sub: 'second' }, { sub: 'third' }])
})

test("key ring loads another process's key, also when the clock was set back since the last load [SEC-01] [CALL-SESSION-04]", async () => {
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

test('key ring discards verified tokens with their keys, also while new keys are loading [SEC-01]', async () => {
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
  // The reload starts once the old keys lack the key id.
  await Promise.resolve()
  await expect.poll(() => ring.findVerified('token')).toBeUndefined()
  // A token that the old keys verified late is not carried over to the new ones.
  keys.verified.keep('token', { sub: 'lena' })
  answer([second])
  await later
  expect(ring.findVerified('token')).toBeUndefined()
})
