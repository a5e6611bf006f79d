import { ISSUER } from '@foyer/contracts/session/user.ts'
import { generateKeyPair, SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { ORIGIN } from '../../test/fake-api.ts'
import { startWorld } from '../../test/world.ts'
import { isAllowedOrigin } from './handshake.ts'

describe('the handshake', () => {
  test('[OPEN-096] a good token opens a socket', async () => {
    const world = await startWorld()
    expect(await world.screen(await world.api.token()).opened()).toBe('connected')
    expect(await world.metric('relay_sockets')).toBe(1)
  })

  test('[OPEN-096] no token, a forged, an expired, an unsigned one and one for someone else: unauthenticated', async () => {
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

  test('[OPEN-096] no connection is taken up again by what it was: each one shows its token', async () => {
    const world = await startWorld()
    const first = await world.connected()
    await first.subscribe()
    // What Socket.IO's recovery would give out, and let in without the token.
    const { _pid: pid = 'guessed' } = first.socket as unknown as { _pid?: string }
    expect(pid).toBe('guessed')
    const stranger = world.screen('none')
    Object.assign(stranger.socket, { _pid: pid, _lastOffset: '' })
    expect(await stranger.opened()).toBe('unauthenticated')
    expect(await world.metric('relay_sockets')).toBe(1)
  })

  test('[OPEN-096] keys that cannot be fetched are not the fault of the token', async () => {
    const world = await startWorld()
    const other = await startWorld({ config: { apiUrl: 'http://127.0.0.1:9' } })
    expect(await other.screen(await world.api.token()).opened()).toBe('unavailable')
  })

  test.each(['websocket', 'polling'])('[OPEN-096] another origin opens no socket: %s', async (transport) => {
    const world = await startWorld()
    const token = await world.api.token()
    const options = { transports: [transport] }
    expect(await world.screen(token, { ...options, origin: 'http://evil.test' }).opened()).not.toBe('connected')
    expect(await world.screen(token, { ...options, origin: 'null' }).opened()).not.toBe('connected')
    expect(await world.screen(token, { ...options, origin: ORIGIN }).opened()).toBe('connected')
  })

  test('[OPEN-096] a user holds so many sockets, and a closed one makes room', async () => {
    const world = await startWorld({ config: { maxSocketsPerUser: 2 } })
    const first = await world.connected()
    await world.connected()
    expect(await world.screen(await world.api.token()).opened()).toBe('rate_limited')
    expect(await world.screen(await world.api.token({ sub: 'usr_dana' })).opened()).toBe('connected')
    first.close()
    await expect.poll(() => world.metric('relay_sockets')).toBe(2)
    expect(await world.screen(await world.api.token()).opened()).toBe('connected')
  })

  test('[OPEN-096] of many that come at once no more get in than may', async () => {
    const world = await startWorld({ config: { maxSocketsPerUser: 3 } })
    const token = await world.api.token()
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => world.screen(token).opened()))
    expect(outcomes.filter((one) => one === 'connected')).toHaveLength(3)
    expect(outcomes.filter((one) => one === 'rate_limited')).toHaveLength(5)
  })
})

test('[OPEN-096] a page may open a socket to the very address that it came from', () => {
  const at = (origin: string | undefined, host = '192.168.1.5:4000') =>
    isAllowedOrigin({ headers: { host, ...(origin === undefined ? {} : { origin }) } }, 'http://localhost:4000')
  expect([at('http://192.168.1.5:4000'), at('http://localhost:4000'), at(undefined)]).toEqual([true, true, true])
  expect([at('http://192.168.1.6:4000'), at('null'), at('http://localhost:4001')]).toEqual([false, false, false])
})
