import { describe, expect, test, vi } from 'vitest'
import { SECRET } from '../../test/fake-api.ts'
import { createManualClock } from '../../test/manual-clock.ts'
import { startWorld, type World } from '../../test/world.ts'
import { createTickets } from './tickets.ts'

const FORMER = `whsec_${Buffer.alloc(32, 9).toString('base64')}`
const AT = '2026-11-17T12:00:00.000Z'
const issuedBy = (secret: string, token: string) => createTickets([secret]).issue(token)

/** The token with a signature that is not valid, so that only a ticket can admit it. */
const unsigned = (token: string) => `${token.slice(0, token.lastIndexOf('.'))}.${'A'.repeat(86)}`

function withKid(token: string, kid: string): string {
  const header = Buffer.from(JSON.stringify({ alg: 'EdDSA', kid })).toString('base64url')
  return unsigned(`${header}${token.slice(token.indexOf('.'))}`)
}

async function outcome(world: World, token: unknown, ticket: unknown): Promise<string> {
  return world.screen(token, { ticket }).opened()
}

describe('ticket at the handshake', () => {
  test('relay hands out a ticket after it verified a signature, and a new one with each renewal [OPEN-096]', async () => {
    const world = await startWorld()
    const token = await world.api.token()
    const screen = world.screen(token)
    await screen.opened()
    await screen.subscribe()
    expect(screen.tickets).toEqual([issuedBy(SECRET, token)])
    const next = await world.api.token({ ttlS: 400 })
    await screen.socket.emitWithAck('auth.renew', { token: next })
    await screen.subscribe()
    expect(screen.tickets.slice(1)).toEqual([issuedBy(SECRET, next)])
  })

  test('ticket replaces the signature check, and no further ticket follows [OPEN-096]', async () => {
    const world = await startWorld()
    const token = unsigned(await world.api.token())
    const screen = world.screen(token, { ticket: issuedBy(SECRET, token) })
    expect(await screen.opened()).toBe('connected')
    expect(await screen.subscribe()).toMatchObject({ ok: true })
    expect(screen.tickets).toEqual([])
  })

  test("relay refuses another session's, user's or organization's token with the ticket [OPEN-096]", async () => {
    const world = await startWorld()
    const ticket = issuedBy(SECRET, await world.api.token())
    const others = [{ sid: 'ses_2' }, { sub: 'usr_dana' }, { organizations: ['org_harbor'] }, { ttlS: 3_600 }]
    for (const claims of others)
      expect(await outcome(world, unsigned(await world.api.token(claims)), ticket)).toBe('unauthenticated')
    expect(await outcome(world, undefined, ticket)).toBe('unauthenticated')
    expect(await outcome(world, ticket, ticket)).toBe('unauthenticated')
  })

  test('relay verifies the signature when the ticket is of another token or forged [OPEN-096]', async () => {
    const world = await startWorld()
    const token = await world.api.token()
    for (const ticket of [issuedBy(SECRET, 'another'), issuedBy(FORMER, token), 'forged', 42]) {
      expect(await outcome(world, token, ticket)).toBe('connected')
      expect(await outcome(world, unsigned(token), ticket)).toBe('unauthenticated')
    }
  })

  test('relay refuses an expired token and a withdrawn key in spite of a ticket [OPEN-096]', async () => {
    const clock = createManualClock(AT)
    const world = await startWorld({ clock })
    const token = await world.api.token({ ttlS: 300 })
    const otherKey = withKid(token, 'key-0')
    expect(await outcome(world, otherKey, issuedBy(SECRET, otherKey))).toBe('unauthenticated')
    clock.advance(299_000)
    expect(await outcome(world, token, issuedBy(SECRET, token))).toBe('connected')
    clock.advance(1_000)
    expect(await outcome(world, token, issuedBy(SECRET, token))).toBe('unauthenticated')
  })

  test("former secret's ticket is accepted during a rotation and leads to no new ticket [OPEN-096]", async () => {
    const world = await startWorld({ config: { relaySecrets: [SECRET, FORMER] } })
    const token = unsigned(await world.api.token())
    const screen = world.screen(token, { ticket: issuedBy(FORMER, token) })
    expect(await screen.opened()).toBe('connected')
    await screen.subscribe()
    expect(screen.tickets).toEqual([])
  })

  test('ended session is refused and its socket is closed within 5 s in spite of a ticket [OPEN-096]', async () => {
    const clock = createManualClock(AT)
    const world = await startWorld({ clock })
    const token = await world.api.token({ sid: 'ses_1' })
    const ticket = issuedBy(SECRET, token)
    const screen = world.screen(token, { ticket })
    expect(await screen.opened()).toBe('connected')
    world.api.revocations.push({ id: 'rev_1', sid: 'ses_1', sub: 'usr_lena', at: AT })
    clock.advance(2_000)
    await vi.waitFor(() => expect(screen.closed).toBe('io server disconnect'))
    expect(await outcome(world, token, ticket)).toBe('unauthenticated')
  })
})
