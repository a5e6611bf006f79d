import { describe, expect, test } from 'vitest'
import { event } from '../../test/events.ts'
import { createSeal, Unreadable } from './seal.ts'

const [older, newer, strange] = [1, 2, 3].map((fill) => Buffer.alloc(32, fill)) as [Buffer, Buffer, Buffer]
const one = event(7, { data: { name: 'Ada Lovelace' } })
const id = { organizationId: one.organizationId, epoch: one.epoch, seq: one.seq }

describe('event seal', () => {
  test('hides the event and restores it [OPEN-098]', () => {
    const seal = createSeal([newer])
    const closed = seal.close(one)
    expect(closed.toString('latin1')).not.toMatch(/Ada|thing|organization|2026/)
    expect(seal.open(id, closed)).toEqual(one)
    // The same event sealed twice gives different bytes.
    expect(seal.close(one).equals(closed)).toBe(false)
  })

  test.each([
    ['another organization', { organizationId: 'org_harbor' }],
    ['another life of the log', { epoch: 'epoch-0' }],
    ['another id', { seq: 8 }],
  ])('opens an event only at its own position and not in %s [OPEN-098]', (_where, elsewhere) => {
    for (const keys of [[newer], []]) {
      const seal = createSeal(keys)
      expect(() => seal.open({ ...id, ...elsewhere }, seal.close(one))).toThrow(Unreadable)
    }
  })

  test('opens with either key during a rotation [OPEN-098]', () => {
    const [before, during, after] = [createSeal([older]), createSeal([newer, older]), createSeal([newer])]
    expect(during.open(id, before.close(one))).toEqual(one)
    expect(after.open(id, during.close(one))).toEqual(one)
    expect(() => after.open(id, before.close(one))).toThrow(Unreadable)
  })

  test('refuses altered, truncated, foreign or unsealed bytes [OPEN-098]', () => {
    const seal = createSeal([newer])
    const closed = seal.close(one)
    for (let index = 0; index < closed.length; index += 1) {
      const altered = Buffer.from(closed)
      altered[index]! ^= 1
      expect(() => seal.open(id, altered)).toThrow(Unreadable)
      expect(() => seal.open(id, closed.subarray(0, index))).toThrow(Unreadable)
    }
    expect(() => seal.open(id, createSeal([strange]).close(one))).toThrow(Unreadable)
    expect(() => seal.open(id, createSeal([]).close(one))).toThrow(Unreadable)
    expect(() => createSeal([]).open(id, closed)).toThrow(Unreadable)
  })
})
