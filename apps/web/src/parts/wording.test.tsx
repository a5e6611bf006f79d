import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Wording } from './wording.tsx'

afterEach(() => cleanup())

/** The words around the marked one. */
function shownAround(before: string, after: string): string {
  const [from, to] = [before.length, before.length + 'STOP'.length]
  const finding = { level: 'warning', from, to, message: 'STOP opts out.', proposal: 'Other words' } as const
  render(<Wording text={`${before}STOP${after}`} findings={[finding]} onTake={() => undefined} />)
  return screen.getByRole('alert').querySelector('q')?.textContent ?? ''
}

test.each([
  ['Reply ', ' to end.', 'Reply STOP to end.'],
  // A word that begins or ends exactly at the limit of 28 characters is whole.
  ['Dear Ana, appointments reach you now: ', '', '…appointments reach you now: STOP'],
  ['', ' and the appointments go far off', 'STOP and the appointments go far…'],
  // One that the limit cuts is left out.
  ['Dear Ana, reappointments reach you now: ', '', '…reach you now: STOP'],
  ['', ' and the appointments go farther', 'STOP and the appointments go…'],
  ['x'.repeat(40), 'y'.repeat(40), `…${'x'.repeat(28)}STOP${'y'.repeat(28)}…`],
])('Wording shows whole words around %j and %j', (before, after, shown) => {
  expect(shownAround(before, after)).toBe(shown)
})
