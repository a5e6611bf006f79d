import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useBumps } from './use-bumps.ts'

test('useBumps counts the first change after a rest, and none of those that follow it closely', () => {
  let at = 0
  const { result, rerender } = renderHook((count: number) => useBumps(count, () => at), { initialProps: 1 })
  const changed = (count: number, ms: number) => {
    at = ms
    rerender(count)
    return result.current
  }
  expect(result.current).toBe(0)
  expect(changed(2, 100)).toBe(1)
  expect(changed(3, 1_000)).toBe(1)
  expect(changed(4, 2_900)).toBe(1)
  expect(changed(4, 9_000)).toBe(1)
  expect(changed(5, 9_100)).toBe(2)
})
