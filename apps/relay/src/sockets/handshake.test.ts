import { ISSUER } from '@foyer/contracts/session/user.ts'
import { generateKeyPair, SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { ORIGIN } from '../../test/fake-api.ts'
import { startWorld } from '../../test/world.ts'
import { isAllowedOrigin } from './handshake.ts'

describe('the handshake', () => {
  test('handshake opens a socket for a valid token [OPEN-096]', async () => {
    const world = await startWorld()
    expect(await world.screen(await world.api.token()).opened()).toBe('connected')
    expect(await world.metric('relay_sockets')).toBe(1)
  })

  test('handshake refuses a missing, forged, expired, unsigned or foreign-audience token as unauthenticated [OPEN-096]', async () => {
    const world = await startWorld()
    const { privateKey } = await generateKeyPair('EdDSA')
    const claims = { iss: ISSUER, aud: 'foyer', sub: 'usr_lena', sid: 'ses_1', organizations: ['org_cedar'] }
    const forged = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'EdDSA', kid: 'key-1' })
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(privateKey)
    const symmetric = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid: 'key-1' })
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(new TextEncoder().encode('a secret that is public knowledge'))
    const [, payload] = forged.split('.')
    const unsigned = `${Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url')}.${payload}.`
    const bad = [
      undefined,
      42,
      '',
      'not a token',
      forged,
      symmetric,
      unsigned,
      await world.api.token({ ttlS: -1 }),
      await world.api.token({ aud: 'elsewhere' }),
      await world.api.token({ iss: 'http://elsewhere.test' }),
    ]
    for (const token of bad) expect(await world.screen(token).opened()).toBe('unauthenticated')
    expect(await world.metric('relay_sockets')).toBe(0)
  })

  test('handshake verifies the token again when a client tries connection-state recovery [OPEN-096]', async () => {
    const world = await startWorld()
    const first = await world.connected()
    await first.subscribe()
    // With connection-state recovery on, Socket.IO would send this id and admit it without a token.
    const { _pid: pid = 'guessed' } = first.socket as unknown as { _pid?: string }
    expect(pid).toBe('guessed')
    const stranger = world.screen('none')
    Object.assign(stranger.socket, { _pid: pid, _lastOffset: '' })
    expect(await stranger.opened()).toBe('unauthenticated')
    expect(await world.metric('relay_sockets')).toBe(1)
  })

  test('handshake answers unavailable when the keys cannot be fetched [OPEN-096]', async () => {
    const world = await startWorld()
    const other = await startWorld({ config: { apiUrl: 'http://127.0.0.1:9' } })
    expect(await other.screen(await world.api.token()).opened()).toBe('unavailable')
  })

  test.each(['websocket', 'polling'])(
    'handshake refuses a socket from another origin over %s [OPEN-096]',
    async (transport) => {
      const world = await startWorld()
      const token = await world.api.token()
      const options = { transports: [transport] }
      expect(await world.screen(token, { ...options, origin: 'http://evil.test' }).opened()).not.toBe('connected')
      expect(await world.screen(token, { ...options, origin: 'null' }).opened()).not.toBe('connected')
      expect(await world.screen(token, { ...options, origin: ORIGIN }).opened()).toBe('connected')
    },
  )

  test('handshake limits the sockets of a user and frees a slot when one closes [OPEN-096]', async () => {
    const world = await startWorld({ config: { maxSocketsPerUser: 2 } })
    const first = await world.connected()
    await world.connected()
    expect(await world.screen(await world.api.token()).opened()).toBe('rate_limited')
    expect(await world.screen(await world.api.token({ sub: 'usr_dana' })).opened()).toBe('connected')
    first.close()
    await expect.poll(() => world.metric('relay_sockets')).toBe(2)
    expect(await world.screen(await world.api.token()).opened()).toBe('connected')
  })

  test('handshake admits no more than the limit when many sockets connect at once [OPEN-096]', async () => {
    const world = await startWorld({ config: { maxSocketsPerUser: 3 } })
    const token = await world.api.token()
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => world.screen(token).opened()))
    expect(outcomes.filter((one) => one === 'connected')).toHaveLength(3)
    expect(outcomes.filter((one) => one === 'rate_limited')).toHaveLength(5)
  })
})

test('handshake admits a page whose origin is the requested host [OPEN-096]', () => {
  const at = (origin: string | undefined, host = '192.168.1.5:4000') =>
    isAllowedOrigin({ headers: { host, ...(origin === undefined ? {} : { origin }) } }, 'http://localhost:4000')
  expect([at('http://192.168.1.5:4000'), at('http://localhost:4000'), at(undefined)]).toEqual([true, true, true])
  expect([at('http://192.168.1.6:4000'), at('null'), at('http://localhost:4001')]).toEqual([false, false, false])
})
