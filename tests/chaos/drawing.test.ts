import { createRandom } from '@foyer/contracts/random.rules.ts'
import { expect, test } from 'vitest'
import { drawFaults } from './drawing.ts'
import type { Fault } from './fault.ts'
import { FAULTS } from './faults.ts'

/** A half hour has at least as many rounds. */
const ROUNDS = 60

test.each([1, 2, 3])('every fault is drawn in a day, and none far more often than another (seed %i)', (seed) => {
  const often = new Map<Fault, number>()
  for (let round = 1; round <= ROUNDS; round += 1) drawFaults(createRandom(`${seed} round ${round}`), FAULTS, often)
  expect(FAULTS.filter((fault) => !often.has(fault))).toEqual([])
  const times = [...often.values()]
  expect(Math.max(...times) - Math.min(...times)).toBeLessThanOrEqual(2)
})

test('two faults of one target do not come together, also where one has several', () => {
  for (let round = 1; round <= 500; round += 1) {
    const drawn = drawFaults(createRandom(`targets ${round}`))
    const targets = drawn.flatMap(({ target }) => target.split(', '))
    expect(new Set(targets).size, drawn.map(({ name }) => name).join(' + ')).toBe(targets.length)
  }
})

test('a seed leads to the same faults', () => {
  const names = () => drawFaults(createRandom('again')).map(({ name }) => name)
  expect(names()).toEqual(names())
})
