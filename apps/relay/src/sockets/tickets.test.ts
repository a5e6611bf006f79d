import { describe, expect, test } from 'vitest'
import { createTickets } from './tickets.ts'

const secretOf = (byte: number) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`
const [CURRENT, FORMER] = [secretOf(7), secretOf(8)]
const TOKEN = 'header.lena.signature'
const tickets = createTickets([CURRENT])

describe('ticket', () => {
  test('covers the token that it was issued for, at every relay with the same secret', () => {
    expect(createTickets([CURRENT]).covers(TOKEN, tickets.issue(TOKEN))).toBe(true)
  })

  test.each(['header.dana.signature', `${TOKEN}x`, TOKEN.slice(0, -1), ''])('does not cover the token %j', (other) => {
    expect(tickets.covers(other, tickets.issue(TOKEN))).toBe(false)
  })

  test('covers nothing when it is forged, cut, prolonged or not a text', () => {
    const ticket = tickets.issue(TOKEN)
    const altered = `${ticket.startsWith('A') ? 'B' : 'A'}${ticket.slice(1)}`
    for (const bad of [altered, ticket.slice(0, 20), `${ticket}AAAA`, '', undefined, null, 42, [ticket]])
      expect(tickets.covers(TOKEN, bad)).toBe(false)
  })

  test('covers its token under the former secret during a rotation only', () => {
    const old = createTickets([FORMER]).issue(TOKEN)
    const [during, after] = [createTickets([CURRENT, FORMER]), createTickets([CURRENT])]
    expect([during.covers(TOKEN, old), after.covers(TOKEN, old)]).toEqual([true, false])
    expect(after.covers(TOKEN, during.issue(TOKEN))).toBe(true)
  })
})
