import type { Envelope } from '@foyer/contracts/event.ts'
import fc from 'fast-check'
import { Encoder, type Packet, PacketType } from 'socket.io-parser'
import { expect, test } from 'vitest'
import { JsonEncoder } from './json-encoder.ts'

const ours = new JsonEncoder()
const theirs = new Encoder()

function eventAt(seq: number): Envelope {
  const data = { id: `con_${seq}`, name: 'Saúl “Ö” Ñandú\u2028', note: null }
  return {
    type: 'conversation.changed',
    key: `con_${seq}`,
    seq,
    epoch: 'epoch-1',
    audience: 'organization',
    data,
  } as never
}

const answer = (events: readonly Envelope[]) => ({
  ok: true,
  epoch: 'epoch-1',
  head: 9,
  counts: { unreadMessages: 2 },
  events,
})

const packetTypes = [PacketType.CONNECT, PacketType.EVENT, PacketType.ACK, PacketType.CONNECT_ERROR]
const packets: fc.Arbitrary<Packet> = fc.record({
  type: fc.constantFrom(...packetTypes),
  nsp: fc.constantFrom('/', '/visitors'),
  id: fc.option(fc.nat(), { nil: undefined }),
  data: fc.option(
    fc.array(
      fc.oneof(
        fc.jsonValue(),
        fc.array(fc.nat(9)).map((seqs) => answer(seqs.map(eventAt))),
      ),
      { minLength: 1, maxLength: 3 },
    ),
    { nil: undefined },
  ),
}) as never

test('JsonEncoder writes what the encoder of Socket.IO writes when a packet holds JSON', () => {
  fc.assert(
    fc.property(packets, (packet) => {
      expect(ours.encode(packet)).toEqual(theirs.encode(packet))
    }),
  )
})

test('JsonEncoder encodes an event once when many clients missed it', () => {
  let encoded = 0
  const event = Object.assign(eventAt(9), {
    toJSON: () => {
      encoded += 1
      return { seq: 9 }
    },
  })
  const texts = [1, 2, 3].map((id) => ours.encode({ type: PacketType.ACK, nsp: '/', id, data: [answer([event])] })[0])
  expect(encoded).toBe(1)
  expect(texts[2]).toBe('33[{"ok":true,"epoch":"epoch-1","head":9,"counts":{"unreadMessages":2},"events":[{"seq":9}]}]')
})
