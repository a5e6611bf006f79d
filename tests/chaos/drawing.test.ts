import { createRandom } from '@foyer/contracts/random.rules.ts'
import { expect, test } from 'vitest'
import { drawFaults } from './drawing.ts'
import type { Fault } from './fault.ts'
import { FAULTS } from './faults.ts'

/** A run of half an hour has at least as many rounds. */
const ROUNDS = 60

test.each([1, 2, 3])(
  'drawFaults draws every fault about equally often when a run has sixty rounds (seed %i)',
  (seed) => {
    const often = new Map<Fault, number>()
    for (let round = 1; round <= ROUNDS; round += 1) drawFaults(createRandom(`${seed} round ${round}`), FAULTS, often)
    expect(FAULTS.filter((fault) => !often.has(fault))).toEqual([])
    const times = [...often.values()]
    expect(Math.max(...times) - Math.min(...times)).toBeLessThanOrEqual(2)
  },
)

test('drawFaults never draws two faults of one target when a fault has several targets', () => {
  for (let round = 1; round <= 500; round += 1) {
    const drawn = drawFaults(createRandom(`targets ${round}`))
    const targets = drawn.flatMap(({ target }) => target.split(', '))
    expect(new Set(targets).size, drawn.map(({ name }) => name).join(' + ')).toBe(targets.length)
  }
})

test('drawFaults draws the same faults when the seed is the same', () => {
  const names = () => drawFaults(createRandom('again')).map(({ name }) => name)
  expect(names()).toEqual(names())
})
